import { describe, expect, it } from 'vitest';
import { CatalogueFault, DamageFound } from '../../src/catalogue/catalogue-fault.ts';
import {
  EngineFault,
  QueryFault,
  QueryTimeoutFault,
  restoreFault,
  serializeFault,
} from '../../src/engine/engine-task.ts';

describe('a fault sent between threads', () => {
  it.each([
    new QueryFault('expected x', 'SELECT', { line: 1, column: 2 }),
    new QueryFault('no such function', 'SELECT'),
    new EngineFault('catalogue-too-large', 'the catalogue is too large'),
    new DamageFound('the statements of a:b cannot be read'),
    new QueryTimeoutFault(100),
    new QueryTimeoutFault(undefined, 'Transaction timed out'),
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

const lines = (fault: QueryFault): string[] => fault.message.split('\n');

describe('QueryFault', () => {
  it('shows the line of the query and marks the place below it', () => {
    const fault = new QueryFault('expected x', 'SELECT *\r\n{ ?s ?p }\r\n', { line: 2, column: 9 });
    expect(lines(fault)).toEqual([
      'invalid query at line 2, column 9: expected x',
      '  { ?s ?p }',
      '          ^',
    ]);
  });

  it('keeps the mark in place below tabs and characters beyond the basic plane', () => {
    const fault = new QueryFault('x', '\t"😀" ex:a', { line: 1, column: 6 });
    expect(lines(fault).slice(1)).toEqual(['  \t"😀" ex:a', '  \t    ^']);
  });

  it('shows a part of a very long line', () => {
    const query = `${'a'.repeat(500)}!${'b'.repeat(500)}`;
    const [, shown = '', mark = ''] = lines(new QueryFault('x', query, { line: 1, column: 501 }));
    expect(shown.length).toBeLessThan(150);
    expect(shown.charAt(mark.indexOf('^'))).toBe('!');
  });

  it('shows no line without a place, or for a place outside of the query', () => {
    expect(new QueryFault('x', 'SELECT').message).toBe('invalid query: x');
    const beyond = new QueryFault('x', 'SELECT', { line: 9, column: 9 });
    expect(beyond.message).toBe('invalid query at line 9, column 9: x');
    const behind = new QueryFault('x', 'SELECT', { line: 1, column: 99 });
    expect(lines(behind)[2]).toBe('        ^');
  });

  it('replaces control characters', () => {
    const fault = new QueryFault('x', 'SELECT \u{1B}[31m', { line: 1, column: 1 });
    expect(lines(fault)[1]).toBe('  SELECT \u{FFFD}[31m');
  });
});

describe('QueryTimeoutFault', () => {
  it('states the time limit', () => {
    expect(new QueryTimeoutFault(1500).message).toContain('after 1.5 s');
  });
});
