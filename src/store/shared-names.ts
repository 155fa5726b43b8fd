import type { Problem, ProblemKind } from '../model/problem.ts';
import type { CatalogueProblems } from '../model/run.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { roleOf, sharedPart } from './record-names.ts';
import type { Snapshot } from './snapshot.ts';
import { storageKey } from './storage-key.ts';

type SharingKind = 'record-iri-shared' | 'resource-shared';

/** The graphs that one name has in one role. */
interface Group {
  readonly part: string;
  records: number;
  /** The least of the graph IRIs. */
  first: string;
  /** The least of those of another document; where there is none, of this one. */
  next: string | undefined;
}

/**
 * The record IRIs that several records claim, and the resources that several describe, whatever their spelling.
 * @returns of each kind the first `maxPerKind`, in the order of their names, and how many there are
 */
export function sharedNames(snapshot: Snapshot, maxPerKind: number): CatalogueProblems {
  const problems: Problem[] = [];
  const counts: Partial<Record<ProblemKind, number>> = {};
  for (const group of groupsOf(snapshot)) {
    if (group.records < 2) continue;
    const kind = kindOf(group.part);
    if (kind === undefined) continue;
    const count = (counts[kind] ?? 0) + 1;
    counts[kind] = count;
    if (count <= maxPerKind) problems.push(problemOf(snapshot, group, kind));
  }
  return { problems, counts };
}

/** Of each name in each role; those of one lie side by side. */
function* groupsOf(snapshot: Snapshot): Generator<Group> {
  let group: Group | undefined;
  for (const { key, value: graph } of snapshot.names()) {
    const part = sharedPart(key);
    if (group?.part === part) {
      addTo(group, graph);
      continue;
    }
    if (group !== undefined) yield group;
    group = { part, records: 1, first: graph, next: undefined };
  }
  if (group !== undefined) yield group;
}

function addTo(group: Group, graph: string): void {
  group.records += 1;
  const [first, other] = graph < group.first ? [graph, group.first] : [group.first, graph];
  const candidates = group.next === undefined ? [other] : [group.next, other];
  group.first = first;
  group.next = candidates.toSorted((one, two) => {
    const apart = Number(placeOf(one) === placeOf(first)) - Number(placeOf(two) === placeOf(first));
    return apart === 0 ? (one < two ? -1 : 1) : apart;
  })[0];
}

/** A graph's IRI is the URL of its document and a fragment. */
function placeOf(graph: string): string {
  return graph.replace(/#.*/su, '');
}

function kindOf(part: string): SharingKind | undefined {
  const role = roleOf(part);
  if (role === 'record') return 'record-iri-shared';
  return role === 'resource' ? 'resource-shared' : undefined;
}

function problemOf(snapshot: Snapshot, group: Group, kind: SharingKind): Problem {
  const { part, records, first, next = first } = group;
  const facts = snapshot.factsOf(first);
  const iris =
    kind === 'record-iri-shared' ? [facts?.recordIri] : facts?.describes.map(({ iri }) => iri);
  const name = part.slice(0, part.indexOf('\t'));
  // As the first record writes it.
  const iri = iris?.find((each) => each !== undefined && storageKey(identifierName(each)) === name);
  const other = placeOf(next) === placeOf(first) ? next : placeOf(next);
  return { kind, url: facts?.documentUrl ?? placeOf(first), iri: iri ?? name, records, other };
}
