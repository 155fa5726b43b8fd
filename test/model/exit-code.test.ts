import { describe, expect, it } from 'vitest';
import {
  exitCodesOfInterruption,
  exitCodes,
  gravestCode,
  Interruption,
  type ExitCode,
} from '../../src/model/fault.ts';

describe('the code that counts where several apply', () => {
  const inOrder: readonly ExitCode[] = [129, 130, 143, 5, 3, 1, 4, 2, 0];

  it('is the first of 129/130/143, 5, 3, 1, 4, 2, in whichever order they come', () => {
    expect(new Set(inOrder)).toEqual(new Set(Object.values(exitCodes)));
    for (const [index, code] of inOrder.entries()) {
      const others = inOrder.slice(index);
      expect(gravestCode(others)).toBe(code);
      expect(gravestCode(others.toReversed())).toBe(code);
    }
    expect(gravestCode([])).toBe(0);
  });
});

describe('an interruption', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s gives %i', (signal, code) => {
    const controller = new AbortController();
    expect(exitCodesOfInterruption(controller.signal)).toEqual([]);
    controller.abort(new Interruption(signal));
    expect(exitCodesOfInterruption(controller.signal)).toEqual([code]);
  });

  it('is not what ends a command whose reader has left', () => {
    expect(exitCodesOfInterruption(AbortSignal.abort())).toEqual([]);
  });
});
