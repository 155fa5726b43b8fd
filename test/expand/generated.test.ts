import { Store } from 'oxigraph';
import { expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { documentUrl, expand, limits } from './expanding.ts';
import { createRandom } from './random.ts';
import { randomContexts, randomDocument } from './random-json-ld.ts';
import { byJsonld } from './reference.ts';

it('writes of any valid document what jsonld.toRDF would say', async () => {
  const random = createRandom(20);
  const stage = createExpandStage({ limits });
  const sizes: number[] = [];
  for (let round = 0; round < 400; round += 1) {
    const document = randomDocument(random);
    const lines = await canonicalLines(await expand(document, {}, stage));
    expect(lines).toEqual(await byJsonld(document, documentUrl));
    sizes.push(lines.length);
  }
  // It would be easy to agree on nothing.
  expect(sizes.filter((size) => size > 20).length).toBeGreaterThan(100);
});

it("understands schema.org's context among others as jsonld.toRDF does", async () => {
  const random = createRandom(21);
  const stage = createExpandStage({ limits });
  const sizes: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const document = {
      '@context': { s: 'http://schema.org/' },
      's:hasPart': randomContexts(random),
    };
    const lines = await canonicalLines(await expand(document, {}, stage));
    expect(lines).toEqual(await byJsonld(document, documentUrl).catch(codeOf));
    sizes.push(lines.length);
  }
  expect(sizes.filter((size) => size > 10).length).toBeGreaterThan(15);
});

/** The statements, or the code of the error for which there are none. */
async function canonicalLines(outcome: Outcome<RecordGraph>): Promise<string[]> {
  if (outcome.kind === 'failed') {
    const { problem } = outcome;
    return problem.kind === 'json-ld-invalid' ? [problem.code] : [];
  }
  if (outcome.kind === 'skipped') throw new Error('skipped');
  const { graph, nquads, quads } = outcome.value;
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(quads);
  return canonical(withoutGraph(nquads, graph));
}

function codeOf(error: unknown): string[] {
  return [(error as { readonly details: { readonly code: string } }).details.code];
}
