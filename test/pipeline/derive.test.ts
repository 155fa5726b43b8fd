import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { type Outcome, problemsOfOutcome } from '../../src/model/outcome.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import { createDeriveStage } from '../../src/pipeline/derive.ts';

const { limits } = configSchema.parse({
  store: { path: 'unused' },
  sources: [{ name: 'unused', urls: ['https://a.example/'] }],
});
const context = { signal: new AbortController().signal, now: () => new Date(0) };
const url = 'https://carr.example/page';

const script = (json: object): string =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
const node = (number: number): object => ({ '@id': `https://carr.example/${number}` });

async function derived(body: string, contentType: string): Promise<Outcome<DerivationOutput>[]> {
  const response: Response = {
    target: { url, source: 's', found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl: url, redirects: [], status: 200, at: '2026-01-01T00:00:00.000Z' },
    contentType,
    linkFields: [],
    body: new TextEncoder().encode(body),
  };
  const outcomes: Outcome<DerivationOutput>[] = [];
  for await (const outcome of createDeriveStage(limits).process(response, context)) {
    outcomes.push(outcome);
  }
  return outcomes;
}

function graphsIn(outcomes: readonly Outcome<DerivationOutput>[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'produced' && outcome.value.kind === 'graph'
      ? [outcome.value.graph.graph]
      : [],
  );
}

describe('the derive stage', () => {
  it('gives the records of a page their own keys, and keeps problems of extraction', async () => {
    const dataset = { '@context': 'https://schema.org/', '@type': 'Dataset', '@id': '#a' };
    const page = script({ ...dataset, name: 'A' }) + script({ ...dataset, '@id': '#b', name: 'B' });
    const outcomes = await derived(page, 'text/html; charset=nonsense');
    expect(graphsIn(outcomes)).toEqual(
      ['a', 'b'].map((id) => `${url}#${encodeURIComponent(`${url}#${id}`)}`),
    );
    expect(outcomes.flatMap((outcome) => problemsOfOutcome(outcome))).toMatchObject([
      { kind: 'charset-unknown' },
    ]);
  });

  it('does not let a small document become a large catalogue', async () => {
    const chain = Array.from({ length: 300 }, (_, index) => ({
      ...node(index),
      '@type': 'Person',
      knows: node(index + 1),
    }));
    const datasets = Array.from({ length: 300 }, (_, index) => ({
      ...node(1000 + index),
      '@type': 'Dataset',
      creator: node(0),
    }));
    const document = { '@context': 'https://schema.org/', '@graph': [...chain, ...datasets] };
    const text = JSON.stringify(document);
    const outcomes = await derived(text, 'application/ld+json');
    expect(outcomes.at(-1)).toMatchObject({
      kind: 'failed',
      problem: { kind: 'json-too-complex', url, limit: 'statements', max: text.length },
    });
    // Each has some 600 statements.
    expect(graphsIn(outcomes)).toHaveLength(Math.floor(text.length / 602));
  });
});
