import { describe, expect, it } from 'vitest';
import { canonical } from '../../support/canonical.ts';
import { asRdfXml, randomGraph } from './random-graph.ts';
import { documentsIn, statementsIn } from './reading.ts';

const seeds = Array.from({ length: 150 }, (_, seed) => seed);

describe('a graph rewritten as JSON-LD and expanded', () => {
  it('keeps its statements, whatever its shape', async () => {
    for (const seed of seeds) {
      const text = randomGraph(seed);
      expect(await statementsIn(text, 'n-quads')).toEqual(await canonical(text));
    }
  });

  it('keeps its statements without nesting', async () => {
    for (const seed of seeds.slice(0, 30)) {
      const text = randomGraph(seed);
      const statements = await statementsIn(text, 'n-quads', { jsonDepth: 5 });
      expect(statements).toEqual(await canonical(text));
    }
  });

  it('keeps its statements from RDF/XML', async () => {
    for (const seed of seeds) {
      const { xml, nquads } = asRdfXml(randomGraph(seed));
      expect(await statementsIn(xml, 'rdf-xml')).toEqual(await canonical(nquads));
    }
  });

  it('is the same text whatever the labels of blank nodes', async () => {
    for (const seed of seeds.slice(0, 30)) {
      const text = randomGraph(seed);
      const relabelled = text.replaceAll(/_:(\w+)/gu, '_:z$1y');
      expect(await documentsIn(relabelled, 'n-quads')).toEqual(await documentsIn(text, 'n-quads'));
    }
  });
});
