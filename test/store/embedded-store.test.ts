import { describe, expect, it } from 'vitest';
import type { ResourceError } from '../../src/model/http.ts';
import type { RecordEntry } from '../../src/model/receipt.ts';
import type { UrlOutcome } from '../../src/model/run.ts';
import { openEmbeddedStore } from '../../src/store/embedded-store.ts';
import { contents, entry, newPath, openCatalogue, openStore, url } from './entries.ts';

const outcome = (index: number): UrlOutcome => ({
  url: url(index),
  source: 'example',
  state: 'harvested',
  at: '2026-11-20T11:36:27.000Z',
  run: '20261120T113625Z',
  problems: [{ kind: 'no-triples', url: url(index) }],
});

const large = (index: number, word: string): RecordEntry => {
  const filler = `"${'x'.repeat(70_000)}${index}"`;
  return entry(index, { nquads: `<a:${word}> <a:p> ${filler} <${url(index)}> .\n` });
};

async function textOf(statements: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of statements) text += piece;
  return text;
}

describe('EmbeddedStore', () => {
  it('lets callers that come at the same time share a commit', async () => {
    const path = newPath();
    const store = openStore(path);
    const indexes = Array.from({ length: 50 }, (_, index) => index);
    const receipts = await Promise.all(indexes.map((index) => store.write([entry(index)])));
    expect(receipts.flat().map(({ graph }) => graph)).toEqual(indexes.map(url));
    expect(receipts.flat().every(({ state }) => state === 'added')).toBe(true);
    expect(contents(path)).toMatchObject({ change: 1 });
  });

  it('keeps outcomes and records that come at the same time', async () => {
    const path = newPath();
    const store = openStore(path);
    await Promise.all([store.write([entry(1), entry(2)]), store.keepOutcome(outcome(1))]);
    await store.close();
    const catalogue = openCatalogue(path, 'read');
    expect(catalogue.outcomeOf(url(1))).toEqual(outcome(1));
    expect(contents(path)).toMatchObject({ change: 1, graphs: [url(1), url(2)] });
  });

  it('has written what was begun when it is closed', async () => {
    const path = newPath();
    const store = openStore(path);
    void store.write([entry(1)]);
    await store.close();
    expect(contents(path).graphs).toEqual([url(1)]);
  });

  it('refuses a text that could not be read again, and writes nothing of what came with it', async () => {
    const path = newPath();
    const store = openStore(path);
    const tooLarge = entry(2, { json: 'x'.repeat(2 ** 28 + 1) });
    const problem = await store
      .write([entry(1), tooLarge])
      .catch((error: unknown) => (error as ResourceError).problem);
    expect(problem).toEqual({ kind: 'graph-too-large', url: url(2), maxCharacters: 2 ** 28 });
    expect(contents(path).graphs).toEqual([]);
  });

  it('keeps runs, with a report when they are done', async () => {
    const path = newPath();
    const store = openStore(path);
    const startedAt = new Date('2026-11-20T11:36:25Z');
    const run = await store.beginRun(startedAt);
    expect(await textOf(store.statements())).not.toContain('endedAtTime');
    await store.keepReport({
      run,
      startedAt: startedAt.toISOString(),
      endedAt: '2026-11-20T11:40:00.000Z',
      dryRun: false,
      interrupted: true,
      sources: [],
      examples: [],
    });
    const text = await textOf(store.statements());
    expect(text).toMatch(/run:20261120T113625Z> \S+endedAtTime> "2026-11-20T11:40:00.000Z"/u);
    expect(text).toMatch(/interrupted> "true"/u);
  });

  it('gives all statements of one state, though others are written meanwhile', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write([large(1, 'old'), large(2, 'old')]);
    const reading = store.statements()[Symbol.asyncIterator]();
    const pieces = [await reading.next()];
    await store.write([large(1, 'new'), large(2, 'new'), large(3, 'new')]);
    while (pieces.at(-1)?.done !== true) pieces.push(await reading.next());
    const text = pieces.map(({ value }) => String(value)).join('');
    expect(text.match(/<a:(?:old|new)>/gu)).toEqual(['<a:old>', '<a:old>']);
    expect((await textOf(store.statements())).match(/<a:new>/gu)).toHaveLength(3);
  });

  it('can be left in the middle of the statements', async () => {
    const store = openStore(newPath());
    await store.write([entry(1)]);
    for await (const piece of store.statements()) {
      expect(piece).toContain(url(1));
      break;
    }
    expect((await store.write([entry(2)]))[0]?.state).toBe('added');
  });

  it('answers queries about what was just written', async () => {
    const store = openStore(newPath());
    const ask = () =>
      store.query({
        text: 'SELECT (COUNT(*) AS ?n) { ?it <http://schema.org/creator> ?who }',
        dataset: 'records',
        format: 'csv',
      });
    await store.write([entry(1)]);
    expect(await ask()).toBe('n\r\n1\r\n');
    await store.write([entry(2), entry(3)]);
    expect(await ask()).toBe('n\r\n3\r\n');
  });

  it('is opened without starting an engine', async () => {
    const path = newPath();
    const store = openEmbeddedStore({ path, access: 'write' });
    await store.write([entry(1)]);
    await store.close();
    expect(contents(path).graphs).toEqual([url(1)]);
  });
});
