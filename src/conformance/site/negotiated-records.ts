import type { Limits } from '../../config/schema.ts';
import { withContexts } from '../../expand/context-supply.ts';
import { createExpandStage } from '../../expand/expand-stage.ts';
import type { HttpAnswer, Response } from '../../model/http.ts';
import { problemsOfOutcome } from '../../model/outcome.ts';
import type { Problem, ProblemKind } from '../../model/problem.ts';
import type { RecordGraph } from '../../model/record.ts';
import type { CheckRequests } from '../../model/site-check.ts';
import { readResponse } from '../file-documents.ts';

/** A larger document is not read. */
export const maxNegotiatedBytes = 1_048_576;

/** A document that a page gives where JSON-LD is requested. */
interface NegotiatedAnswer extends HttpAnswer {
  /** The URL of the page. */
  readonly url: string;
  readonly body?: Uint8Array | undefined;
}

/** Kinds of problems for which a document may be right, although a harvest cannot read it. */
const undecided: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'context-unavailable',
  'document-too-large',
  'graph-too-large',
  'json-too-complex',
]);

interface NegotiatedReading extends Pick<CheckRequests, 'contexts' | 'signal'> {
  readonly limits: Limits;
}

/**
 * Reads the records of a negotiated document as a harvest reads them.
 * @returns undefined where none was read, for a reason that says nothing about its content
 */
export async function readNegotiatedRecords(
  { url, retrieval, headers, body }: NegotiatedAnswer,
  { limits, signal, contexts }: NegotiatedReading,
): Promise<readonly RecordGraph[] | undefined> {
  const response: Response = {
    target: { url, source: 'check', found: { by: 'urls' }, depth: 0 },
    retrieval,
    contentType: headers['content-type'] ?? '',
    // The document itself counts, not where links lead.
    linkFields: [],
    body: body ?? new Uint8Array(),
  };
  const context = { signal, now: () => new Date(retrieval.at) };
  const { documents, problems: first } = await readResponse(response, limits, context, contexts);
  const problems: Problem[] = [...first];
  const records: RecordGraph[] = [];
  const expand = withContexts(createExpandStage({ limits }), contexts);
  for await (const outcome of expand.process(documents, context)) {
    problems.push(...problemsOfOutcome(outcome));
    if (outcome.kind !== 'produced') continue;
    if (outcome.value.kind === 'graph') records.push(outcome.value.graph);
  }
  const isUndecided = records.length === 0 && problems.some(({ kind }) => undecided.has(kind));
  return isUndecided ? undefined : records;
}
