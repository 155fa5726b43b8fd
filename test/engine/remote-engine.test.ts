import { describe, expect, it, onTestFinished } from 'vitest';
import { RemoteEngine as BuiltEngine } from '../../dist/engine/remote-engine.js';
import { EngineBusyFault, EnginePool } from '../../src/engine/engine-pool.ts';
import type { QueryRequest, ResultFormat } from '../../src/engine/engine-task.ts';
import { answerFromStore, replyFromStore } from '../../src/engine/remote-answers.ts';
import { EndpointFault } from '../../src/engine/remote-endpoint.ts';
import { RemoteEngine, type RemoteThread } from '../../src/engine/remote-engine.ts';
import { ThreadTimeout } from '../../src/threads/worker-thread.ts';
import { newPath, openStore, url, urlUpdate } from '../catalogue/updates.ts';
import { engineInThisThread } from '../support/engine-in-this-thread.ts';
import { startQueriedStore } from '../support/queried-store.ts';
import { records } from './engine-fixture.ts';

const bounds = { rows: 2, bytes: 1000 };

function asked(format: ResultFormat, text = 'SELECT * {}'): QueryRequest {
  return { text, reads: records, format, bounds };
}

/** The answer of a store that sends this. */
const from = async (sent: string, format: ResultFormat): Promise<string> =>
  answerFromStore({ query: async () => sent }, asked(format));

/** What crosses threads where asking ends in this error. */
async function replyAfter(error: Error): Promise<unknown> {
  const query = async (): Promise<never> => {
    throw error;
  };
  return replyFromStore({ query }, asked('csv'));
}

describe('the answer of a store', () => {
  it.each([
    ['xml', '<r:sparql xmlns:r="x"><r:results><r:result>', '<r:result />', '<r:result\n/>'],
    ['xml', '<sparql><results><result index="1">', '<result>', '<result/>'],
    ['csv', 'n\r\n1\r\n', '2\r\n', '3'],
    ['tsv', '?n\n1\n', '2\n', '3'],
    ['json', '{"results":{"bindings":[{},', '{}', ',{}]}}'],
  ] as const)('has its rows counted, however it writes %s: %s', async (format, one, two, three) => {
    await expect(from(one + two + three, format)).rejects.toMatchObject({
      trouble: 'answer-too-long',
    });
    const ending = format === 'json' ? ']}}' : '';
    expect(await from(one + two + ending, format)).toBe(one + two + ending);
  });

  it('has its bytes counted in the format that is wanted', async () => {
    const triples = '<urn:a> <urn:p> "b" .\n'.repeat(100);
    await expect(from(triples, 'nt')).rejects.toThrow('the answer has more than');
    expect(await from(triples, 'jsonld')).toBe('[{"@id":"urn:a","urn:p":[{"@value":"b"}]}]');
  });

  it('may have IRIs of publishers with characters that IRIs have not', async () => {
    expect(await from('<urn:a> <urn:p> <http://a.example/b|c> .\n', 'jsonld')).toContain('b|c');
  });

  it('is a fault of the store if it is no N-Triples', async () => {
    await expect(from('<urn:a> <urn:p> .\n', 'rdf')).rejects.toBeInstanceOf(EndpointFault);
  });

  it('crosses threads with its faults', async () => {
    expect(await replyAfter(new EndpointFault('is busy', { status: 503 }))).toEqual({
      refusal: { message: 'is busy', status: 503 },
    });
    await expect(replyAfter(new TypeError('ours'))).rejects.toThrow('ours');
  });
});

/** A thread that replies by this. */
function threadThat(run: RemoteThread['run']): RemoteThread & { hasEnded: boolean } {
  return { hasEnded: false, run, close: async () => undefined };
}

const address = { query: 'http://127.0.0.1/', credentials: {} };

/** An engine that never answers. */
function openEngine(): RemoteEngine {
  return new RemoteEngine(address, () =>
    threadThat(async function* never() {
      yield await new Promise<never>(() => undefined);
    }),
  );
}

describe('RemoteEngine', () => {
  it('starts another thread after one that ended', async () => {
    const threads: { hasEnded: boolean }[] = [];
    const engine = new RemoteEngine(address, () => {
      const thread = threadThat(async function* answer() {
        yield { text: String(threads.length) };
      });
      threads.push(thread);
      return thread;
    });
    expect(engine.isFilled).toBe(false);
    expect(await engine.query(asked('csv'))).toBe('1');
    expect(await engine.query(asked('csv'))).toBe('1');
    for (const thread of threads) thread.hasEnded = true;
    expect(await engine.query(asked('csv'))).toBe('2');
  });

  it('gives the faults of a query back as they were', async () => {
    const engine = new RemoteEngine(address, () =>
      threadThat(async function* refuse({ text }) {
        if (text === 'slow') throw new ThreadTimeout(200, 0);
        yield { refusal: { message: 'is busy', status: 503 } };
      }),
    );
    await expect(engine.query(asked('csv'))).rejects.toMatchObject({
      name: 'EndpointFault',
      status: 503,
      message: 'is busy',
    });
    await expect(engine.query(asked('csv', 'slow'))).rejects.toMatchObject({
      name: 'QueryTimeoutFault',
      timeoutMs: 200,
    });
  });

  it('waits in a pool as engines in memory do', async () => {
    const store = openStore(newPath());
    const pool = new EnginePool(store, { engines: 3, openEngine, maxWaiting: 0 });
    for (let number = 0; number < 3; number += 1) void pool.query(asked('csv'));
    await expect(pool.query(asked('csv'))).rejects.toBeInstanceOf(EngineBusyFault);
  });
});

describe('a catalogue that is too large for the engine in memory', () => {
  it('is refused with the way out, and answered by a store', async () => {
    const catalogue = openStore(newPath());
    await catalogue.write(urlUpdate(1));
    const text = 'SELECT ?g { GRAPH ?g { ?s <http://schema.org/creator> ?o } }';
    const request = { text, reads: records, format: 'csv' } as const;
    const small = engineInThisThread(catalogue, { capacityBytes: 100 });
    const fault: unknown = await small.query(request).catch((error: unknown) => error);
    expect(fault).toMatchObject({ trouble: 'catalogue-too-large' });
    for (const part of ['engine.query of the configuration', 'cdif-graph push', 'docs/stores.md']) {
      expect(String(fault)).toContain(part);
    }
    const nquads = Array.from(catalogue.snapshot().graphs(), (graph) => graph.nquads).join('');
    const store = await startQueriedStore(nquads);
    const engine = new BuiltEngine({ query: store.url, credentials: {} });
    onTestFinished(async () => {
      await engine.close();
      await store.close();
    });
    expect(await engine.query(request)).toBe(`g\r\n${url(1)}\r\n`);
  });
});
