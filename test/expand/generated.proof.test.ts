import { Store } from 'oxigraph';
import { expect, it } from 'vitest';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { documentUrl, wholeOf } from './expanding.ts';
import { createRandom } from './random.ts';
import { randomContexts, randomDocument } from './random-json-ld.ts';
import { byJsonld } from './reference.ts';

const documents = proofSize(60, 5000);
const contexts = proofSize(12, 1000);

it('any valid document gives the statements of jsonld.toRDF', async () => {
  const random = createRandom(proofSeed(20));
  const sizes: number[] = [];
  for (let round = 0; round < documents; round += 1) {
    const document = randomDocument(random);
    const lines = await linesOf(document);
    expect(lines).toEqual(await byJsonld(document, documentUrl));
    sizes.push(lines.length);
  }
  // It would be easy to agree on nothing.
  expect(sizes.filter((size) => size > 20).length).toBeGreaterThan(documents / 4);
});

it("schema.org's context among others gives the statements of jsonld.toRDF", async () => {
  const random = createRandom(proofSeed(21));
  const sizes: number[] = [];
  for (let round = 0; round < contexts; round += 1) {
    const document = {
      '@context': { s: 'http://schema.org/' },
      's:hasPart': randomContexts(random),
    };
    const lines = await linesOf(document);
    expect(lines).toEqual(await byJsonld(document, documentUrl).catch(codeOf));
    sizes.push(lines.length);
  }
  expect(sizes.filter((size) => size > 10).length).toBeGreaterThan(contexts / 4);
});

/** The statements, or the code of the error for which there are none. */
async function linesOf(document: unknown): Promise<string[]> {
  const written = await wholeOf(document);
  if (written.kind === 'refused') {
    const { reason } = written;
    return reason.kind === 'json-ld-invalid' ? [reason.code] : [];
  }
  const { nquads, quads } = written;
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(quads);
  return canonical(withoutGraph(nquads, documentUrl));
}

function codeOf(error: unknown): string[] {
  return [(error as { readonly details: { readonly code: string } }).details.code];
}
