import { createNodeObjects } from './node-objects.ts';
import { nodeVocabulary } from './node-terms.ts';
import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/**
 * Uses no prefixes: a prefix would expand an IRI whose scheme has the same name (JSON-LD 1.1 API
 * §5.2.2), and publishers who forget to declare `schema` leave IRIs such as `schema:Dataset`.
 * `@vocab` only completes names without a colon.
 */
const head = `{"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}},"@graph":[`;

/**
 * One JSON-LD 1.1 document: an array of graphs, each an array of nodes, one node a line. A node
 * with many or scattered statements is split into objects with the same `@id`, which JSON-LD
 * merges.
 */
export const jsonLd: Serialisation = () => {
  const nodes = createNodeObjects();
  let current: string | undefined;
  let nodesInGraph = 0;

  function line(node: string): string {
    if (node === '') return '';
    nodesInGraph += 1;
    return nodesInGraph === 1 ? `\n${node}` : `,\n${node}`;
  }
  function endGraph(): string {
    return current === undefined ? '' : `${line(nodes.end())}\n]}`;
  }
  return {
    head,
    *write(piece) {
      if (piece.graph !== current) {
        const before = current === undefined ? '\n' : `${endGraph()},\n`;
        yield `${before}{"@id":${JSON.stringify(piece.graph)},"@graph":[`;
        nodesInGraph = 0;
      }
      current = piece.graph;
      for (const statement of statementsOf(piece)) yield line(nodes.add(statement));
    },
    end: () => `${endGraph()}\n]}\n`,
  };
};
