import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineClient } from '../../dist/store/engine-client.js';
import { allGraphs, unionOfRecords, type QueryRequest } from '../../src/store/queries.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';
import { proofSize } from '../support/proof.ts';

const execFilePromise = promisify(execFile);
const engineClient = import.meta.resolve('../../dist/store/engine-client.js');

/** The engine in its thread, over a catalogue with so many records. */
function startEngine(records = 1): EngineClient {
  const path = newPath();
  const looks = Array.from({ length: records }, (_, index) => look(index));
  commit(openCatalogue(path), ...looks);
  return closing(new EngineClient({ path }));
}

function closing(client: EngineClient): EngineClient {
  onTestFinished(async () => client.close());
  return client;
}

const select = (text: string): QueryRequest => ({ text, dataset: unionOfRecords, format: 'csv' });
const count = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
/** With some hundred records this takes longer than anybody waits. */
const endless = select(
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?a != ?j) }',
);

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

describe('the engine in its thread', () => {
  it('answers one query after another', async () => {
    const engine = startEngine(2);
    const answers = await Promise.all([engine.query(count), engine.query(count)]);
    expect(answers).toEqual(['n\r\n6\r\n', 'n\r\n6\r\n']);
    expect(await engine.query(count)).toBe('n\r\n6\r\n');
  });

  it('is ended when a query takes too long, and started again for the next', async () => {
    const engine = startEngine(300);
    const start = performance.now();
    const late = engine.query(endless, { timeoutMs: 300 });
    const behind = engine.query(count, { timeoutMs: 20_000 });
    await expect(late).rejects.toMatchObject({ name: 'QueryTimeoutFault', timeoutMs: 300 });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await behind).toBe('n\r\n900\r\n');
  });

  it('is ended when nobody wants to know any more', async () => {
    const engine = startEngine(300);
    const reason = new Error('never mind');
    const abort = new AbortController();
    const running = engine.query(endless, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 200);
    await expect(running).rejects.toBe(reason);
    await expect(engine.query(count, { signal: abort.signal })).rejects.toBe(reason);
    expect(await engine.query(count)).toBe('n\r\n900\r\n');
  });

  it('passes on where a query is wrong', async () => {
    const running = startEngine().query(select('SELECT *\n{ ?s ?p'));
    await expect(running).rejects.toMatchObject({ name: 'QueryFault', place: { line: 2 } });
    await expect(running).rejects.toThrow('\n  { ?s ?p\n');
  });

  it('survives a query that exhausts it', async () => {
    const engine = startEngine();
    const deep = select(`SELECT * { ${'{'.repeat(20_000)}${'}'.repeat(20_000)} }`);
    const running = engine.query(deep);
    await expect(running).rejects.toMatchObject({ name: 'EngineFault', trouble: 'out-of-memory' });
    expect(await engine.query(count)).toBe('n\r\n3\r\n');
  });

  it('says that there is no catalogue', async () => {
    const engine = closing(new EngineClient({ path: newPath() }));
    await expect(engine.query(count)).rejects.toMatchObject({ trouble: 'missing' });
  });

  it('can be ended at any moment, also while it reads the catalogue', async () => {
    const path = newPath();
    commit(openCatalogue(path), ...Array.from({ length: 50 }, (_, index) => look(index)));
    // With all our own graphs, since these are read piece by piece.
    const everything = { ...count, dataset: allGraphs };
    let answered = '';
    /** How long an answer takes at the least; the first thread of a process takes longer than others. */
    let neededMs = Infinity;
    for (let time = 0; time < 3; time += 1) {
      const engine = new EngineClient({ path });
      const start = performance.now();
      answered = await engine.query(everything);
      neededMs = Math.min(neededMs, performance.now() - start);
      await engine.close();
    }
    const moments = proofSize(1, 60);
    for (let moment = 0; moment < moments; moment += 1) {
      const engine = new EngineClient({ path });
      const running = engine.query(everything).catch((error: unknown) => error);
      await passing((neededMs * (moment + 1)) / moments);
      await engine.close();
      // It was answered before, or is told that nobody answers.
      expect([answered, 'Error']).toContain(nameOf(await running));
    }
  });

  it('keeps the process until it is closed, also where a query has come to nothing meanwhile', async () => {
    const path = newPath();
    const script = join(dirname(path), 'close.mjs');
    const text = `
      import { EngineClient } from ${JSON.stringify(engineClient)};
      const engine = new EngineClient({ path: ${JSON.stringify(path)} });
      const running = engine.query(${JSON.stringify(count)}).catch(() => 'nothing');
      // The query has been sent then.
      await Promise.resolve();
      await engine.close();
      console.log(await running);
    `;
    writeFileSync(script, text);
    expect((await execFilePromise(process.execPath, [script])).stdout).toBe('nothing\n');
  });

  it('has no thread any more when it is closed, also where a query was given up just before', async () => {
    const threads = startedThreads();
    const engine = startEngine(300);
    const abort = new AbortController();
    const running = engine.query(count, { signal: abort.signal }).catch((error: unknown) => error);
    await passing(20);
    abort.abort(new Error('never mind'));
    // The thread is being ended from here on.
    await setImmediatePromise();
    await engine.close();
    expect(threads.map(({ threadId }) => threadId)).toEqual([noThreadId]);
    expect(await running).toBeInstanceOf(Error);
  });

  it('answers nothing more that was asked before it was closed, and all that is asked later', async () => {
    const threads = startedThreads();
    const engine = startEngine();
    const before = [engine.query(count), engine.query(count)];
    const ends = Promise.allSettled(before);
    await passing(20);
    await engine.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(threads).toHaveLength(1);
    expect(await engine.query(count)).toBe('n\r\n3\r\n');
  });

  it('starts another thread where one has ended while nobody asked', async () => {
    const threads = startedThreads();
    const engine = startEngine();
    await engine.query(count);
    await threads[0]?.terminate();
    expect(await engine.query(count)).toBe('n\r\n3\r\n');
    expect(threads).toHaveLength(2);
  });

  it('can be closed while it computes', async () => {
    const engine = startEngine(300);
    const running = engine.query(endless).catch((error: unknown) => error);
    setTimeout(() => void engine.close(), 200);
    expect(await running).toBeInstanceOf(Error);
  });
});
