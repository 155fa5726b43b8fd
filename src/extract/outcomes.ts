import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ExtractionOutput, JsonLdDocument } from '../model/record.ts';

/** An outcome of the extract stage. */
export type ExtractionOutcome = Outcome<ExtractionOutput>;

/** The outcome with a document, and the problems that did not prevent reading it. */
export function producedDocument(
  document: JsonLdDocument,
  problems: readonly Problem[] = [],
): ExtractionOutcome {
  const value = { kind: 'document', document } as const;
  return { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
}

/** The outcome of a problem, and further problems besides it. */
export function failedOutcome(
  problem: Problem,
  problems: readonly Problem[] = [],
): ExtractionOutcome {
  return { kind: 'failed', problem, ...(problems.length === 0 ? {} : { problems }) };
}

/** Creates a function that adds problems to the first outcome that can carry any. */
export function createProblemAdder(
  problems: readonly Problem[],
): (outcome: ExtractionOutcome) => ExtractionOutcome {
  let pending = problems;
  return (outcome) => {
    if (pending.length === 0 || outcome.kind === 'skipped') return outcome;
    const all = [...(outcome.problems ?? []), ...pending];
    pending = [];
    return { ...outcome, problems: all };
  };
}
