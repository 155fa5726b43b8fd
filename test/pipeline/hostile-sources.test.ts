import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DerivePool } from '../../dist/pipeline/derive-pool.js';
import { configSchema, type Limits } from '../../src/config/schema.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import { endlessJsonLd } from '../support/endless-json-ld.ts';

const usual = configSchema.shape.limits.parse(undefined);
/** Longer than any test may take. */
const never = { recordMs: 3_600_000 };

let pool: DerivePool<'derive'> | undefined;
let end = new AbortController();
beforeEach(() => {
  end = new AbortController();
  // As in a harvest, everything that is under way listens to one signal.
  setMaxListeners(0, end.signal);
});
afterEach(async () => {
  end.abort();
  await pool?.close();
  pool = undefined;
});

function response(source: string, path: string | number, json: unknown): Response {
  const url = `https://${source}.example/${path}`;
  return {
    target: { url, source, found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl: url, redirects: [], status: 200, at: '2026-01-01T00:00:00.000Z' },
    contentType: 'application/ld+json',
    linkFields: [],
    body: new TextEncoder().encode(JSON.stringify(json)),
  };
}

const context = { '@context': 'https://schema.org/' };

function dataset(path: string | number): Response {
  return response('good', path, { ...context, '@type': 'Dataset', name: `Dataset ${path}` });
}

/** A small document that takes many minutes. */
function endless(source: string, path: number): Response {
  return response(source, path, endlessJsonLd());
}

/** What comes of an input; nothing more once the test is over. */
async function outcomesOf(input: Response): Promise<Outcome<DerivationOutput>[]> {
  const outcomes: Outcome<DerivationOutput>[] = [];
  const running = { signal: end.signal, now: () => new Date(0) };
  for await (const outcome of pool?.process(input, running) ?? []) outcomes.push(outcome);
  return outcomes;
}

/** Begins with inputs, and counts those that are done. */
function begin(inputs: readonly Response[]): { readonly done: () => number } {
  let done = 0;
  for (const input of inputs) void outcomesOf(input).then(() => (done += 1));
  return { done: () => done };
}

function start(size: number, limits: Partial<Limits>): void {
  pool = new DerivePool('derive', { ...usual, ...limits }, size);
}

const paths = Array.from({ length: 15 }, (_, index) => index);

describe('a source whose documents never end', () => {
  it.each([1, 2])('delays no other, with %i threads', async (size) => {
    start(size, never);
    const hostile = begin(paths.map((path) => endless('bad', path)));
    const good = await Promise.all(paths.map(async (path) => outcomesOf(dataset(path))));
    expect(good.map((outcomes) => outcomes.length)).toEqual(paths.map(() => 3));
    expect(hostile.done()).toBe(0);
    // Not only what came at once: the threads are still held.
    expect(await outcomesOf(dataset('late'))).toHaveLength(3);
  });
});

function item(name: string, parts: number): object {
  const hasPart = Array.from({ length: parts }, () => ({ name: 'Part' }));
  return { '@id': `https://bad.example/${name}`, '@type': 'Dataset', name, hasPart };
}

describe('a document that exhausts the memory of its thread', () => {
  const heap = { recordHeapBytes: 33_554_432, recordMs: 60_000 };

  it('costs the item of a list that does so, and nothing else', async () => {
    start(1, heap);
    const graph = { ...context, '@graph': [item('a', 1), item('b', 90_000), item('c', 1)] };
    const lost = outcomesOf(response('bad', 'list', graph));
    const beside = outcomesOf(dataset(1));
    const outcomes = await lost;
    const keys = outcomes.flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'graph'
        ? [outcome.value.graph.key]
        : [],
    );
    expect(keys).toEqual(['https://bad.example/a', 'https://bad.example/c']);
    const problem = {
      kind: 'record-out-of-memory',
      url: 'https://bad.example/list',
      maxBytes: heap.recordHeapBytes,
      item: 'https://bad.example/b',
    };
    expect(outcomes.filter(({ kind }) => kind === 'failed')).toMatchObject([{ problem }]);
    expect(await beside).toHaveLength(3);
  });
});
