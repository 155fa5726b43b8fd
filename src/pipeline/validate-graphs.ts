import type { Profile } from '../conformance/profile.ts';
import { findProfile } from '../conformance/profiles/profile-catalogue.ts';
import { validateRecord } from '../conformance/validate-record.ts';
import { validationProblems } from '../conformance/validation-problems.ts';
import type { Outcome } from '../model/outcome.ts';
import { assignToRecord } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput, RecordGraph } from '../model/record.ts';
import type { Validation } from '../model/validation.ts';
import { internalProblem } from './run-stage.ts';

/**
 * Validates record graphs on their way: adds how they meet their profiles, what they lack as
 * problems, and whether they are kept out.
 * @param validation undefined: nothing is validated; nor where it names unknown profiles
 */
export async function* validateGraphs(
  outcomes: AsyncIterable<Outcome<DerivationOutput>>,
  validation: Validation | undefined,
): AsyncGenerator<Outcome<DerivationOutput>> {
  const profiles = (validation?.profiles ?? []).flatMap((name) => findProfile(name) ?? []);
  // Documents of another version of the program may name profiles that this one does not have.
  const areUnknown = profiles.length < (validation?.profiles.length ?? 0);
  if (validation === undefined || areUnknown) {
    yield* outcomes;
    return;
  }
  for await (const outcome of outcomes) {
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') {
      yield outcome;
      continue;
    }
    const { graph, problems } = validateGraph(outcome.value.graph, profiles, validation);
    const all = [...(outcome.problems ?? []), ...problems];
    yield { kind: 'produced', value: { kind: 'graph', graph }, problems: all };
  }
}

/** A bug in a rule costs no record: it is stored without a verdict. */
function validateGraph(
  graph: RecordGraph,
  profiles: readonly Profile[],
  { isRequired }: Validation,
): { readonly graph: RecordGraph; readonly problems: readonly Problem[] } {
  try {
    const checked = validateRecord(graph, profiles);
    const conformance = checked.map(({ verdict }) => verdict);
    const isKeptOut = isRequired === true && conformance.some(({ conforms }) => !conforms);
    return {
      graph: { ...graph, conformance, ...(isKeptOut ? { isKeptOut } : {}) },
      problems: validationProblems(graph, checked),
    };
  } catch (error) {
    const problem = internalProblem('validate', graph.documentUrl, error);
    return { graph, problems: [assignToRecord(problem, graph.graph)] };
  }
}
