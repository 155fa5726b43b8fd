import { createNodeObjects } from './node-objects.ts';
import { nodeVocabulary } from './node-terms.ts';
import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/**
 * No prefixes, since a prefix would change an IRI whose scheme has the same name (JSON-LD 1.1 API §5.2.2): publishers
 * that forget to declare `schema` do leave IRIs like `schema:Dataset`. A vocabulary only completes names without a colon.
 */
const head = `{"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}},"@graph":[`;

/**
 * JSON-LD 1.1 as one JSON document: an array of graphs, each an array of nodes, a node a line. A node of which much is
 * said, or not all in one place, comes as several objects with the same `@id`, which JSON-LD takes together.
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
