import { Store } from 'oxigraph';
import { expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand.ts';
import { canonical, withoutGraph } from './canonical.ts';
import { documentUrl, expand, limits } from './expanding.ts';
import { createRandom } from './random.ts';
import { randomDocument } from './random-json-ld.ts';
import { byJsonld } from './reference.ts';

it('writes of any valid document what jsonld.toRDF would say', async () => {
  const random = createRandom(20);
  const stage = createExpandStage({ limits });
  let graphs = 0;
  for (let round = 0; round < 400; round += 1) {
    const document = randomDocument(random);
    const outcome = await expand(document, {}, stage);
    const expected = await byJsonld(document, documentUrl);
    if (outcome.kind !== 'produced') {
      expect(outcome).toMatchObject({ problem: { kind: 'no-triples' } });
      expect(expected).toEqual([]);
      continue;
    }
    const { graph, nquads, quads } = outcome.value;
    const store = new Store();
    store.load(nquads, { format: 'application/n-quads' });
    expect(store.size).toBe(quads);
    expect(await canonical(withoutGraph(nquads, graph))).toEqual(expected);
    graphs += 1;
  }
  expect(graphs).toBeGreaterThan(350);
});
