import { createNodeObjects } from './node-objects.ts';
import { nodeVocabulary } from './node-terms.ts';
import { statementsOf } from '../rdf/statement.ts';
import type { KernelRecord } from '../views/kernel/kernel-record.ts';
import { kernelLines } from '../views/kernel/kernel-statements.ts';

/** A kernel record as one JSON-LD 1.1 document, in one line. It names no graph: it says nothing in the publisher's name. */
export function kernelJsonLd(record: KernelRecord): string {
  return [...kernelJsonLdText(record)].join('');
}

/** The same as the parts of one text: the whole may be longer than a text can be. */
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
