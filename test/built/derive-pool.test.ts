import { afterEach, describe, expect, it } from 'vitest';
import { DerivePool } from '../../dist/pipeline/derive-pool.js';
import { createDeriveStage } from '../../dist/pipeline/derive.js';
import { configSchema, type Limits } from '../../src/config/schema.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Derived } from '../../src/model/record.ts';
import type { Response } from '../../src/model/response.ts';

const context = { signal: new AbortController().signal, now: () => new Date(0) };

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
    link: '',
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

async function all(outcomes: AsyncIterable<Outcome<Derived>>): Promise<Outcome<Derived>[]> {
  const collected: Outcome<Derived>[] = [];
  for await (const outcome of outcomes) collected.push(outcome);
  return collected;
}

let pool: DerivePool | undefined;
afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

describe('DerivePool', () => {
  it('gives the outcomes that the calling thread would give, whatever the number of threads', async () => {
    const stage = createDeriveStage(limits());
    pool = new DerivePool(limits(), 2);
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
    // No thread starts within a millisecond.
    pool = new DerivePool(limits({ recordMs: 1 }), 1);
    const outcomes = await Promise.all([
      all(pool.process(dataset(1), context)),
      all(pool.process(dataset(2), context)),
    ]);
    expect(outcomes).toMatchObject([
      [{ kind: 'failed', problem: { kind: 'record-timed-out', url: 'https://a.example/1' } }],
      [{ kind: 'failed', problem: { kind: 'record-timed-out', url: 'https://a.example/2' } }],
    ]);
  });

  it('ends at once when the run is aborted', async () => {
    pool = new DerivePool(limits(), 1);
    const controller = new AbortController();
    const outcomes = all(pool.process(dataset(1), { ...context, signal: controller.signal }));
    controller.abort();
    expect(await outcomes).toEqual([]);
  });
});
