import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SparqlEngine } from '../../dist/engine/sparql-engine.js';
import { openEmbeddedStore } from '../../dist/catalogue/store.js';
import type { GraphsRead, QueryRequest } from '../../src/engine/engine-task.ts';
import { commit, urlUpdate, newPath, openCatalogue, url } from '../catalogue/updates.ts';
import { proofSize } from '../support/proof.ts';

const execFilePromise = promisify(execFile);

const union: GraphsRead = { union: true, records: false, own: [] };
const everything: GraphsRead = {
  union: true,
  records: true,
  own: ['index', 'views', 'provenance', 'problems'],
};

const select = (text: string, reads = union): QueryRequest => ({ text, reads, format: 'csv' });
const count = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
/** With some hundred records this takes longer than anybody waits. */
const endless = select(
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?a != ?j) }',
);
const deep = `{ ${'{'.repeat(20_000)}${'}'.repeat(20_000)} }`;

/** A catalogue with so many records, of three statements each. */
function makeCatalogue(records: number): string {
  const path = newPath();
  commit(openCatalogue(path), ...Array.from({ length: records }, (_, index) => urlUpdate(index)));
  return path;
}

/** The engine with its worker thread, over a catalogue. */
function openEngine(path: string): SparqlEngine {
  const store = openEmbeddedStore({ path, access: 'read' });
  const engine = new SparqlEngine(store);
  onTestFinished(async () => {
    await engine.close();
    await store.close();
  });
  return engine;
}

const startEngine = (records = 1): SparqlEngine => openEngine(makeCatalogue(records));

/** The threads that are started from now on. */
function startedThreads(): readonly Worker[] {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker): void => void threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  return threads;
}

/** That of a thread that has ended. */
const noThreadId = -1;

/** Waits to the fraction of a millisecond. */
async function passing(durationMs: number): Promise<void> {
  const end = performance.now() + durationMs;
  while (performance.now() < end) await setImmediatePromise();
}

const nameOf = (ended: unknown): unknown => (ended instanceof Error ? ended.name : ended);

/** A built module, as a script imports it. */
const built = (file: string): string =>
  JSON.stringify(import.meta.resolve(`../../dist/${file}.js`));

/** What a process prints that has an engine over a catalogue. */
async function printed(records: number, lines: string): Promise<string> {
  const path = makeCatalogue(records);
  const script = join(dirname(path), 'ask.mjs');
  const text = `
    import { SparqlEngine } from ${built('engine/sparql-engine')};
    import { openEmbeddedStore } from ${built('catalogue/store')};
    const store = openEmbeddedStore({ path: ${JSON.stringify(path)}, access: 'read' });
    const engine = new SparqlEngine(store);
    const count = ${JSON.stringify(count)};
    const endless = ${JSON.stringify(endless)};
    ${lines}
  `;
  writeFileSync(script, text);
  return (await execFilePromise(process.execPath, [script], { timeout: 60_000 })).stdout;
}

describe('the engine with its thread', () => {
  it('answers one query after another, in one thread', async () => {
    const threads = startedThreads();
    const engine = startEngine(2);
    const answers = await Promise.all([engine.query(count), engine.query(count)]);
    expect(answers).toEqual(['n\r\n6\r\n', 'n\r\n6\r\n']);
    expect(await engine.query(count)).toBe('n\r\n6\r\n');
    expect(threads).toHaveLength(1);
  });

  it('follows the catalogue, with all graphs in memory', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, ...Array.from({ length: 12 }, (_, index) => urlUpdate(index)));
    const threads = startedThreads();
    const engine = openEngine(path);
    const all = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o . GRAPH ?g { ?s ?p ?o } }', everything);
    expect(await engine.query(all)).toBe('n\r\n36\r\n');
    commit(catalogue, urlUpdate(12), urlUpdate(3, { nquads: '' }));
    expect(await engine.query(all)).toBe('n\r\n36\r\n');
    expect(await engine.query(count)).toBe('n\r\n36\r\n');
    expect(threads).toHaveLength(1);
  });

  it('is ended when a query takes too long, and filled again for the next', async () => {
    const engine = startEngine(300);
    const start = performance.now();
    const late = engine.query(endless, { timeoutMs: 300 });
    const behind = engine.query(count, { timeoutMs: 20_000 });
    await expect(late).rejects.toMatchObject({ name: 'QueryTimeoutFault', timeoutMs: 300 });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await behind).toBe('n\r\n900\r\n');
  });

  it('is ended when the query was aborted', async () => {
    const engine = startEngine(300);
    const reason = new Error('never mind');
    const abort = new AbortController();
    const running = engine.query(endless, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 200);
    await expect(running).rejects.toBe(reason);
    await expect(engine.query(count, { signal: abort.signal })).rejects.toBe(reason);
    expect(await engine.query(count)).toBe('n\r\n900\r\n');
  });

  it('reports the position of a syntax error, and unreadable graphs', async () => {
    const running = startEngine().query(select('SELECT *\n{ ?s ?p'));
    await expect(running).rejects.toMatchObject({ name: 'QueryFault', place: { line: 2 } });
    await expect(running).rejects.toThrow('\n  { ?s ?p\n');
    const path = newPath();
    commit(openCatalogue(path), urlUpdate(1, { nquads: 'this is no N-Quads\n' }));
    await expect(openEngine(path).query(count)).rejects.toMatchObject({ name: 'DamageFound' });
  });

  it.each([
    ['a query', select(`SELECT * ${deep}`)],
    [
      'one of several graphs',
      select(`SELECT * FROM <${url(0)}> FROM <${url(1)}> ${deep}`, {
        union: false,
        records: true,
        own: [],
        stated: { from: [url(0), url(1)], fromNamed: [] },
      }),
    ],
  ])('survives %s that exhausts it', async (_, request) => {
    const engine = startEngine(2);
    const running = engine.query(request);
    await expect(running).rejects.toMatchObject({ name: 'EngineFault', trouble: 'out-of-memory' });
    expect(await engine.query(count)).toBe('n\r\n6\r\n');
  });

  it('can be closed at any moment, also while it reads the catalogue', async () => {
    const path = makeCatalogue(50);
    const store = openEmbeddedStore({ path, access: 'read' });
    onTestFinished(async () => store.close());
    const asked = { ...count, reads: everything };
    let answered = '';
    /** How long an answer takes at the least; the first thread of a process takes longer than others. */
    let neededMs = Infinity;
    for (let time = 0; time < 3; time += 1) {
      const engine = new SparqlEngine(store);
      const start = performance.now();
      answered = await engine.query(asked);
      neededMs = Math.min(neededMs, performance.now() - start);
      await engine.close();
    }
    const moments = proofSize(2, 60);
    const threads = startedThreads();
    for (let moment = 0; moment < moments; moment += 1) {
      const engine = new SparqlEngine(store);
      const running = engine.query(asked).catch((error: unknown) => error);
      await passing((neededMs * (moment + 1)) / moments);
      await engine.close();
      // It was answered before, or is told that nobody answers.
      expect([answered, 'Error']).toContain(nameOf(await running));
    }
    expect(new Set(threads.map(({ threadId }) => threadId))).toEqual(new Set([noThreadId]));
  });

  it('can be closed while it computes, without an answer to earlier queries', async () => {
    const threads = startedThreads();
    const engine = startEngine(300);
    const ends = Promise.allSettled([engine.query(endless), engine.query(count)]);
    setTimeout(() => void engine.close(), 200);
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await engine.close();
    expect(threads.map(({ threadId }) => threadId)).toEqual([noThreadId]);
    await expect(engine.query(count)).rejects.toThrow('closed');
  });

  it('has no thread any more when it is closed, also where a query was aborted just before', async () => {
    const threads = startedThreads();
    const engine = startEngine(300);
    const abort = new AbortController();
    const running = engine.query(count, { signal: abort.signal }).catch((error: unknown) => error);
    await passing(20);
    abort.abort(new Error('never mind'));
    // The thread is being ended from here on.
    await setImmediatePromise();
    await engine.close();
    expect(threads.map(({ threadId }) => threadId)).toEqual(threads.map(() => noThreadId));
    expect(await running).toBeInstanceOf(Error);
  });
});

describe('a process with an engine', () => {
  it('stays alive until a query is answered, and then ends by itself, closed or not', async () => {
    const lines = 'console.log((await engine.query(count)).split("\\r\\n")[1]);';
    expect(await printed(2, lines)).toBe('6\n');
    expect(await printed(2, `${lines} await engine.close(); await store.close();`)).toBe('6\n');
  });

  it('ends after a query was abandoned, or the engine closed before the answer', async () => {
    const given = `
      const late = engine.query(endless, { timeoutMs: 200 }).catch(({ name }) => name);
      console.log(await late);
    `;
    expect(await printed(300, given)).toBe('QueryTimeoutFault\n');
    const closed = `
      const running = engine.query(count).catch(() => 'nothing');
      // The query has begun then.
      await Promise.resolve();
      await engine.close();
      console.log(await running);
    `;
    expect(await printed(2, closed)).toBe('nothing\n');
  });
});
