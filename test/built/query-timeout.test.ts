import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineClient } from '../../dist/store/engine-client.js';
import type { QueryRequest } from '../../src/store/store.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';
import { unionOfRecords } from '../../src/store/query-dataset.ts';

/** The engine in its thread, over a catalogue with so many records. */
function startEngine(records = 1): EngineClient {
  const path = newPath();
  const looks = Array.from({ length: records }, (_, index) => look(index));
  commit(openCatalogue(path), ...looks);
  return closing(new EngineClient(path));
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
    const engine = closing(new EngineClient(newPath()));
    await expect(engine.query(count)).rejects.toMatchObject({ trouble: 'missing' });
  });

  it('can be ended at any moment of its start', async () => {
    for (let delayMs = 0; delayMs < 400; delayMs += 20) {
      const engine = startEngine();
      const running = engine.query(count).catch((error: unknown) => error);
      await setTimeoutPromise(delayMs);
      await engine.close();
      // It was answered before, or is told that nobody answers.
      expect(['n\r\n3\r\n', 'Error']).toContain(nameOf(await running));
    }
  });

  it('can be closed while it computes', async () => {
    const engine = startEngine(300);
    const running = engine.query(endless).catch((error: unknown) => error);
    setTimeout(() => void engine.close(), 200);
    expect(await running).toBeInstanceOf(Error);
  });
});
