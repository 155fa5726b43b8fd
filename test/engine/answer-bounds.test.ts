import { describe, expect, it } from 'vitest';
import type { EngineAnswer, ResultFormat } from '../../src/engine/engine-task.ts';
import { GraphMemory } from '../../src/engine/graph-memory.ts';
import { readQuery } from '../../src/query/read-query.ts';
import { nothing } from './engine-fixture.ts';

const bytes = 1_000_000;

/** Asks a query whose SELECT has at most so many rows. */
async function ask(query: string, format: ResultFormat, rows: number): Promise<EngineAnswer> {
  const { text } = await readQuery(query, { maxRows: rows });
  const bounds = { rows, bytes };
  return new GraphMemory().run({
    kind: 'query',
    request: { text, reads: nothing, format, bounds },
  });
}

/** Values with what separates rows and fields in the formats. */
const three = String.raw`SELECT ?v { VALUES ?v { "a\n\"b" "<result>," "{}\r\n\t" } }`;
const tooLong = { fault: { name: 'EngineFault', trouble: 'answer-too-long' } };

describe('an answer of many rows', () => {
  it.each(['json', 'xml', 'csv', 'tsv'] as const)(
    'is given up to its bound: %s',
    async (format) => {
      expect(await ask(three, format, 3)).toHaveProperty('text');
      expect(await ask(three, format, 2)).toMatchObject(tooLong);
      expect(await ask('SELECT ?x { VALUES ?x { UNDEF UNDEF UNDEF } }', format, 2)).toMatchObject(
        tooLong,
      );
      expect(await ask('SELECT * {}', format, 1)).toHaveProperty('text');
    },
  );

  it.each([
    ['no LIMIT', 'SELECT ?v { VALUES ?v { 1 2 3 } }'],
    ['no LIMIT, and a comment at its end', 'SELECT * { VALUES ?v { 1 2 3 } } # all'],
    ['VALUES at its end', 'SELECT * {} VALUES ?v { 1 2 3 }'],
    ['OFFSET', 'SELECT * { VALUES ?v { 0 1 2 3 } } OFFSET 1'],
    ['a larger LIMIT', 'SELECT * { VALUES ?v { 1 2 3 } } LIMIT 100'],
    ['a larger LIMIT after a comment', 'SELECT * { VALUES ?v { 1 2 3 } } OFFSET 0 LIMIT #5\n 100'],
    [
      'a larger LIMIT after a comment with one',
      'SELECT * { VALUES ?v { 1 2 3 } } OFFSET 0 #LIMIT 1\n LIMIT 100',
    ],
    ['a larger LIMIT with an escape', String.raw`SELECT * { VALUES ?v { 1 2 3 } } LIMIT 1\u00300`],
    ['a group', 'SELECT ?v (COUNT(*) AS ?n) { VALUES ?v { 1 2 3 } } GROUP BY ?v ORDER BY ?v'],
    ['LIMIT in a part of it', 'SELECT * { { SELECT * { VALUES ?v { 1 2 3 } } LIMIT 3 } }'],
  ])('is refused, and never cut off: %s', async (_, query) => {
    expect(await ask(query, 'csv', 2)).toMatchObject(tooLong);
    expect(await ask(query, 'csv', 3)).toHaveProperty('text');
  });

  it.each(['json', 'xml'] as const)('is none of ASK: %s', async (format) => {
    expect(await ask('ASK {}', format, 0)).toHaveProperty('text');
  });

  it('keeps the limit of its query, where that is lower', async () => {
    const query = 'SELECT * { VALUES ?v { 1 2 3 } } LIMIT 2';
    expect(await ask(query, 'csv', 2)).toEqual({ text: 'v\r\n1\r\n2\r\n' });
  });

  it('is told from one that is nested too deeply', async () => {
    const deep = `ASK { FILTER(1${'+1'.repeat(20_000)} > 0) }`;
    const fault = { name: 'EngineFault', trouble: 'query-too-deep' };
    expect(await ask(deep, 'json', 1)).toMatchObject({ fault });
  });

  it('is not computed to its end', async () => {
    const numbers = 'VALUES ?v { 0 1 2 3 4 5 6 7 8 9 } ';
    const factors = Array.from({ length: 9 }, (_, at) => numbers.replace('?v', `?v${at}`)).join('');
    expect(await ask(`SELECT * { ${factors} }`, 'tsv', 1000)).toMatchObject(tooLong);
  });
});

describe('an answer of many bytes', () => {
  it('is refused, whatever its form', async () => {
    const text = 'é'.repeat(bytes / 2);
    const message = 'the answer has more than 1 MB; ask for less, or in parts';
    for (const [query, format] of [
      [`SELECT ("${text}" AS ?text) {}`, 'csv'],
      [`CONSTRUCT { <urn:a> <urn:b> "${text}" } WHERE {}`, 'ttl'],
    ] as const) {
      const answer = await ask(query, format, 10);
      expect(answer).toMatchObject(tooLong);
      expect(answer).toHaveProperty('fault.message', expect.stringContaining(message));
    }
  });
});
