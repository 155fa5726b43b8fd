import { describe, expect, it } from 'vitest';
import { CatalogueFault } from '../../src/store/catalogue-fault.ts';
import { faultFrom, plainFault } from '../../src/store/engine-answer.ts';
import { EngineFault } from '../../src/store/engine-fault.ts';
import { QueryFault } from '../../src/store/query-fault.ts';

describe('a fault that is sent between threads', () => {
  it.each([
    new QueryFault('expected x', 'SELECT', { line: 1, column: 2 }),
    new QueryFault('no such function', 'SELECT'),
    new EngineFault('catalogue-too-large', 'the catalogue is too large'),
    new CatalogueFault('missing', '/catalogue', 'is not there'),
  ])('is the same on the other side: %s', (fault) => {
    const sent = structuredClone(plainFault(fault));
    if (sent === undefined) throw new Error('it was not taken for a fault');
    const received = faultFrom(sent, 'SELECT');
    expect(received).toBeInstanceOf(fault.constructor);
    expect(received.message).toBe(fault.message);
    expect(plainFault(received)).toEqual(plainFault(fault));
  });

  it('is nothing else that is thrown', () => {
    expect(plainFault(new TypeError('a mistake'))).toBeUndefined();
    expect(plainFault('text')).toBeUndefined();
  });
});
