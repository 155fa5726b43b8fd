import { describe, expect, it } from 'vitest';
import {
  type ExitCode,
  exitCodes,
  exitCodesOfInterruption,
  gravestCode,
  Interruption,
} from '../../src/model/fault.ts';

describe('the exit code if several apply', () => {
  const inOrder: readonly ExitCode[] = [129, 130, 143, 5, 3, 1, 4, 2, 0];

  it('is the first of 129/130/143, 5, 3, 1, 4, 2, in any order', () => {
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

  it('has no exit code if the abort has another reason', () => {
    expect(exitCodesOfInterruption(AbortSignal.abort())).toEqual([]);
  });
});
