import { countedAs } from '../../../model/problem-tally.ts';
import { geometryRepairs, timeRepairs } from '../../../model/problem-texts/search-facts.ts';
import type { Problem, ProblemKind } from '../../../model/problem.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { amount } from '../../../text/amounts.ts';

/** Problems that tell that something was mended, with what that was. */
const repairedThings: Readonly<Partial<Record<ProblemKind, string>>> = {
  'geometry-repaired': 'place',
  'time-repaired': 'time',
  'iri-repaired': 'IRI',
  'language-tag-repaired': 'language tag',
  'literal-repaired': 'text',
  'context-assumed': 'context',
  'json-mended': 'slip in the JSON',
  'rdf-mended': 'slip in the RDF',
};

/** What was repaired in a record, in words; undefined where nothing was. */
export function repairWords(
  snapshot: Snapshot,
  { graph, documentUrl: url }: { readonly graph: string; readonly documentUrl: string },
): string | undefined {
  const rows = [snapshot.problemsOf({ url, record: graph }), snapshot.problemsOf({ url })];
  const how = new Set<string>();
  const counts = new Map<string, number>();
  for (const problem of rows.flatMap((row) => row?.problems.map((seen) => seen.problem) ?? [])) {
    const repair = howRepaired(problem);
    const { kind, count } = countedAs(problem);
    const thing = repairedThings[kind];
    if (repair !== undefined) how.add(repair);
    else if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? 0) + count);
  }
  const all = [...how, ...Array.from(counts, ([thing, count]) => amount(count, thing))];
  return all.length === 0 ? undefined : all.join(', ');
}

/** What decides on whether a record is found is named, the rest is counted. */
function howRepaired(problem: Problem): string | undefined {
  if (problem.kind === 'geometry-repaired') return `place (${geometryRepairs[problem.repair]})`;
  if (problem.kind === 'time-repaired') return `time (${timeRepairs[problem.repair]})`;
  return undefined;
}
