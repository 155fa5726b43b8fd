import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { DerivePool } from '../../dist/pipeline/derive-pool.js';
import { createDeriveStage } from '../../dist/pipeline/derive.js';
import { withContexts } from '../../dist/expand/context-supply.js';
import { configSchema, type Limits } from '../../src/config/schema.ts';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { ContextSource } from '../../src/model/remote-context.ts';
import type { DerivationOutput, JsonLdDocument } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import { document } from '../pipeline/rebuilding.ts';
import { endlessJsonLd } from '../support/endless-json-ld.ts';

const { signal } = new AbortController();
// As in a harvest, everything that is under way listens to one signal.
setMaxListeners(0, signal);
const context = { signal, now: () => new Date(0) };

function limits(more: Partial<Limits> = {}): Limits {
  const config = configSchema.parse({
    store: { path: 'unused' },
    sources: [{ name: 'unused', urls: ['https://a.example/'] }],
  });
  return { ...config.limits, ...more };
}

function response(url: string, json: unknown): Response {
  return {
    target: { url, source: 's', found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl: url, redirects: [], status: 200, at: '2026-01-01T00:00:00.000Z' },
    contentType: 'application/ld+json',
    linkFields: [],
    body: new TextEncoder().encode(JSON.stringify(json)),
  };
}

function dataset(index: number): Response {
  const name = `Dataset ${index}`;
  const creator = [
    { '@type': 'Person', name: 'A' },
    { '@type': 'Person', name: 'B' },
  ];
  const json = { '@context': 'https://schema.org/', '@type': 'Dataset', name, creator };
  return response(`https://a.example/${index}`, json);
}

async function all(
  outcomes: AsyncIterable<Outcome<DerivationOutput>>,
): Promise<Outcome<DerivationOutput>[]> {
  const collected: Outcome<DerivationOutput>[] = [];
  for await (const outcome of outcomes) collected.push(outcome);
  return collected;
}

/** A list of so many datasets, which comes in several batches. */
function list(count: number): Response {
  const itemListElement = Array.from({ length: count }, (_, index) => ({
    '@type': 'Dataset',
    '@id': `https://a.example/item/${index}`,
    name: 'x'.repeat(10_000),
  }));
  const json = { '@context': contextUrl, '@type': 'ItemList', itemListElement };
  return response('https://a.example/list', json);
}

const contextUrl = 'https://soil.example/context';

/** Gives every URL the context of schema.org, and notes the URLs. */
function contextSource(loaded: string[]): ContextSource {
  return {
    known: () => undefined,
    load: async (url) => {
      loaded.push(url);
      return { url, documentUrl: url, json: '{ "@context": "https://schema.org/" }' };
    },
  };
}

let pool: DerivePool<'derive'> | undefined;
let documentPool: DerivePool<'expand'> | undefined;
afterEach(async () => {
  await Promise.all([pool?.close(), documentPool?.close()]);
  pool = undefined;
  documentPool = undefined;
});

/** The threads that a pool starts while this is called. */
async function threadsOf(start: () => void): Promise<Worker[]> {
  const threads: Worker[] = [];
  const add = (thread: Worker): void => void threads.push(thread);
  process.on('worker', add);
  try {
    start();
    await setImmediate();
    return threads;
  } finally {
    process.off('worker', add);
  }
}

describe('a thread of a DerivePool', () => {
  it('is replaced when it ends without an error, and its waiting inputs go to another', async () => {
    // Longer than the test may take.
    const used = new DerivePool('derive', limits({ recordMs: 3_600_000 }), 1);
    pool = used;
    const outcomes: Promise<Outcome<DerivationOutput>[]>[] = [];
    const [thread] = await threadsOf(() => {
      for (const index of [1, 2]) outcomes.push(all(used.process(dataset(index), context)));
    });
    await thread?.terminate();
    expect(await Promise.all(outcomes)).toMatchObject([
      [{ kind: 'failed', problem: { kind: 'internal-error', url: 'https://a.example/1' } }],
      [{ kind: 'produced' }, { kind: 'produced' }, { kind: 'produced' }],
    ]);
  });

  it('may fail without harm after it was closed', async () => {
    const used = new DerivePool('derive', limits(), 1);
    const outcomes = used.process(list(700), context);
    const [thread] = await threadsOf(() => void outcomes.next());
    await outcomes.next();
    await outcomes.return(undefined);
    // An error event that nobody listens to is thrown.
    expect(thread?.emit('error', new Error('late'))).toBe(true);
    await used.close();
  });
});

describe('DerivePool', () => {
  it('gives the outcomes of the calling thread', async () => {
    const stage = createDeriveStage(limits());
    pool = new DerivePool('derive', limits(), 2);
    const inputs = Array.from({ length: 20 }, (_, index) => index);
    const here = await Promise.all(
      inputs.map((index) => all(stage.process(dataset(index), context))),
    );
    const there = await Promise.all(
      inputs.map((index) =>
        all(pool?.process(dataset(index), context) ?? stage.process(dataset(index), context)),
      ),
    );
    expect(there).toEqual(here);
    expect(here.flat().every(({ kind }) => kind === 'produced')).toBe(true);
  });

  it('gives up a response that takes too long, and gives the next one a new thread', async () => {
    const used = new DerivePool('derive', limits({ recordMs: 1000 }), 1);
    pool = used;
    const endless = endlessJsonLd();
    const contexts = [contextUrl, endless['@context']];
    const hanging = response('https://a.example/1', { ...endless, '@context': contexts });
    const stage = withContexts(used, contextSource([]));
    const [lost, next] = await Promise.all(
      [hanging, dataset(2)].map((each) => all(stage.process(each, context))),
    );
    const problem = { kind: 'record-timed-out', url: 'https://a.example/1', timeoutMs: 1000 };
    expect(lost?.at(-1)).toMatchObject({ kind: 'failed', problem });
    expect(next?.map(({ kind }) => kind)).toEqual(['produced', 'produced', 'produced']);
  });

  it('ends at once when the run is aborted', async () => {
    pool = new DerivePool('derive', limits(), 1);
    const controller = new AbortController();
    const outcomes = all(pool.process(dataset(1), { ...context, signal: controller.signal }));
    controller.abort();
    expect(await outcomes).toEqual([]);
  });

  it('gives a large list in batches, all of it and in order', async () => {
    pool = new DerivePool('derive', limits(), 1);
    const loaded: string[] = [];
    const stage = withContexts(createDeriveStage(limits()), contextSource(loaded));
    const here = await all(stage.process(list(700), context));
    const beside = all(pool.process(dataset(1), context));
    const there = withContexts(pool, contextSource(loaded));
    expect(await all(there.process(list(700), context))).toEqual(here);
    // The thread keeps the context for further inputs.
    expect(await all(there.process(list(1), context))).toHaveLength(3);
    expect(loaded).toEqual([contextUrl, contextUrl]);
    // What the answer offers, the document, and its records.
    expect(here).toHaveLength(702);
    expect(await beside).toHaveLength(3);
  });

  it('ends an input whose outcomes are not needed, and moves those behind it', async () => {
    pool = new DerivePool('derive', limits(), 1);
    const outcomes = pool.process(list(700), context);
    expect((await outcomes.next()).value).toMatchObject({ value: { kind: 'signposts' } });
    const waiting = Promise.all(
      [2, 3, 4, 5].map((index) => all(pool?.process(dataset(index), context) ?? outcomes)),
    );
    await outcomes.return(undefined);
    for (const each of await waiting) {
      expect(each.map(({ kind }) => kind)).toEqual(['produced', 'produced', 'produced']);
    }
  });
});

/** Two documents of a page, whose records are told apart by their keys. */
function page(index: number): readonly JsonLdDocument[] {
  const json = { '@context': 'https://schema.org/', '@type': 'Dataset', name: `Dataset ${index}` };
  return ['a', 'b'].map((id) =>
    document(`https://a.example/${index}`, { ...json, '@id': `https://a.example/id/${id}` }),
  );
}

describe('a DerivePool for documents', () => {
  it('gives the outcomes of the calling thread, and has room for more inputs than threads', async () => {
    const used = new DerivePool('expand', limits(), 2);
    documentPool = used;
    const stage = createExpandStage({ limits: limits() });
    const pages = Array.from({ length: 60 }, (_, index) => page(index));
    const here = await Promise.all(pages.map((each) => all(stage.process(each, context))));
    const there = await Promise.all(pages.map((each) => all(used.process(each, context))));
    expect(there).toEqual(here);
    expect(here[0]?.map(({ kind }) => kind)).toEqual(Array(4).fill('produced'));
    expect(used.inputs).toBeGreaterThan(2);
  });

  it('reports the stage in which a thread ended', async () => {
    const used = new DerivePool('expand', limits({ recordMs: 3_600_000 }), 1);
    documentPool = used;
    const outcomes: Promise<Outcome<DerivationOutput>[]>[] = [];
    const [thread] = await threadsOf(() => {
      outcomes.push(all(used.process(page(1), context)));
    });
    await thread?.terminate();
    const problem = { kind: 'internal-error', url: 'https://a.example/1', stage: 'expand' };
    expect(await Promise.all(outcomes)).toMatchObject([[{ kind: 'failed', problem }]]);
  });
});
