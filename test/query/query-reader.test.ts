import { describe, expect, it, onTestFinished } from 'vitest';
import { QueryReader } from '../../dist/query/query-reader.js';
import { QueryFault } from '../../dist/engine/engine-task.js';
import { readQuery } from '../../src/query/read-query.ts';

function openReader(): QueryReader {
  const reader = new QueryReader();
  onTestFinished(async () => reader.close());
  return reader;
}

/** Many lists take the parser longest. */
const long = `SELECT * { ?s ?p (${'1 '.repeat(1_000_000)}) }`;

describe('a query that is read in a thread', () => {
  it('is the same as one that is read at once', async () => {
    const reader = openReader();
    const setting = {
      base: 'https://a.example/',
      stated: { from: [], fromNamed: ['urn:g'] },
      maxRows: 5,
    };
    for (const text of ['SELECT * { ?s schema:name <x> }', 'ASK { GRAPH ?g { ?s ?p ?o } }']) {
      const { faultAsGiven: _, ...read } = await reader.read(text, setting);
      expect(await readQuery(text, setting)).toMatchObject(read);
    }
  });

  it('has its mistakes at their places, also those that the engine finds', async () => {
    const reader = openReader();
    const mistake = reader.read('SELECT *\n{ ?s nobody:x ?o }');
    await expect(mistake).rejects.toBeInstanceOf(QueryFault);
    await expect(mistake).rejects.toMatchObject({ place: { line: 2, column: 6 } });
    const text = 'SELECT * { ?s schema:name ?o }';
    const read = await reader.read(text);
    const column = read.text.indexOf('?o }') + 1;
    const fault = new QueryFault('wrong', read.text, { line: 1, column });
    expect(read.faultAsGiven(fault)).toMatchObject({ place: { line: 1, column: 27 } });
  });

  it('is refused where many others wait, and not read for a client that has gone', async () => {
    const reader = openReader();
    const gone = new AbortController();
    const waiting = Array.from({ length: 32 }, async () => reader.read('ASK {}', {}, gone.signal));
    await expect(reader.read('ASK {}')).rejects.toThrow('too many queries wait to be read');
    gone.abort(new Error('gone'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(30);
    expect(await reader.read('ASK {}')).toMatchObject({ form: 'ASK' });
  });

  it('is refused when that takes too long, and others are read', async () => {
    const reader = openReader();
    const [slow, next] = [reader.read(long), reader.read('ASK {}')];
    await expect(slow).rejects.toThrow('reading it takes too long; make it shorter');
    expect(await next).toMatchObject({ form: 'ASK' });
    expect(await reader.read('ASK {}')).toMatchObject({ form: 'ASK' });
  });
});
