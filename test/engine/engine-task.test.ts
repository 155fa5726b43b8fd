import { describe, expect, it } from 'vitest';
import { EngineFault, QueryFault } from '../../src/engine/engine-faults.ts';
import { restoreFault, serializeFault } from '../../src/engine/engine-task.ts';
import { CatalogueFault, DamageFound } from '../../src/catalogue/catalogue-fault.ts';

describe('a fault that is sent between threads', () => {
  it.each([
    new QueryFault('expected x', 'SELECT', { line: 1, column: 2 }),
    new QueryFault('no such function', 'SELECT'),
    new EngineFault('catalogue-too-large', 'the catalogue is too large'),
    new DamageFound('the statements of a:b cannot be read'),
  ])('is the same on the other side: %s', (fault) => {
    const sent = structuredClone(serializeFault(fault, 'SELECT'));
    const received = restoreFault(sent);
    expect(received).toBeInstanceOf(fault.constructor);
    expect(received.message).toBe(fault.message);
    expect(serializeFault(received, 'SELECT')).toEqual(sent);
  });

  it.each([
    new TypeError('a mistake'),
    new CatalogueFault('missing', '/a', 'is not there'),
    'text',
  ])('is nothing else that is thrown: %s', (thrown) => {
    let caught: unknown;
    try {
      serializeFault(thrown, 'SELECT');
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
  });
});
