import { createNodeObjects } from './node-objects.ts';
import { nodeVocabulary } from './node-terms.ts';
import { statementsOf } from '../rdf/statement.ts';
import type { KernelRecord } from '../views/kernel/kernel-record.ts';
import { kernelStatements } from '../views/kernel/kernel-statements.ts';

/** A kernel record as one JSON-LD 1.1 document, in one line. It names no graph: it says nothing in the publisher's name. */
export function kernelJsonLd(record: KernelRecord): string {
  const nodes = createNodeObjects();
  const objects: string[] = [];
  for (const statement of statementsOf(kernelStatements(record, ''))) {
    objects.push(nodes.add(statement));
  }
  objects.push(nodes.end());
  const graph = objects.filter((object) => object !== '').join(',');
  return `{"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}},"@graph":[${graph}]}`;
}
