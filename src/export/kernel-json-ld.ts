import { createNodeObjects } from './node-objects.ts';
import { nodeVocabulary } from './node-terms.ts';
import { statementsOf } from '../rdf/statement.ts';
import type { KernelRecord } from '../views/kernel/kernel-record.ts';
import { kernelLines } from '../views/kernel/kernel-statements.ts';

/**
 * A kernel record as a single-line JSON-LD 1.1 document. It names no graph, because the publisher
 * did not make these statements.
 */
export function kernelJsonLd(record: KernelRecord): string {
  return [...kernelJsonLdText(record)].join('');
}

/** As `kernelJsonLd` in pieces, because the whole may exceed the maximum string length. */
export function* kernelJsonLdText(record: KernelRecord): Generator<string> {
  const nodes = createNodeObjects();
  let isFirst = true;
  const withComma = (node: string): string => {
    if (node === '') return '';
    const before = isFirst ? '' : ',';
    isFirst = false;
    return before + node;
  };
  yield `{"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}},"@graph":[`;
  for (const lines of kernelLines(record, '')) {
    const nquads = [...lines].join('');
    for (const statement of statementsOf({ graph: record.graph, nquads })) {
      yield withComma(nodes.add(statement));
    }
  }
  yield `${withComma(nodes.end())}]}`;
}
