import { identifierName } from '../rdf/identifier-name.ts';
import { NameGroup, type SharingKind, type SharingProblem } from './name-group.ts';
import { nameKeys, roleOf, sharedPart } from './record-names.ts';
import type { GraphFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import { storageKey } from './storage-key.ts';

/** Limit of the groups that are cached while records are read one by one. */
const maxRemembered = 1000;

/**
 * Finds record IRIs that several records claim, and resources that several records describe, in any
 * spelling: one problem for each of the records, in the order of the names. Computed from the names
 * database, not stored. Undefined at each pause.
 */
export function* sharedNames(snapshot: Snapshot): Generator<SharingProblem | undefined> {
  for (const part of sharedParts(snapshot)) {
    if (part === undefined) {
      yield undefined;
      continue;
    }
    const group = groupOf(snapshot, part);
    for (const graph of snapshot.graphsOfPart(part)) {
      const facts = snapshot.factsOf(graph);
      if (facts !== undefined) yield* sharingOf(facts, part, group);
    }
  }
}

/** Finds the shared names of single records. */
export class RecordSharing {
  readonly #snapshot: Snapshot;
  /** Cached, so that a group of many records is read once. */
  readonly #groups = new Map<string, NameGroup>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  problemsOf(facts: GraphFacts): readonly SharingProblem[] {
    const parts = new Set(Array.from(nameKeys(facts), sharedPart));
    const problems: SharingProblem[] = [];
    for (const part of parts) {
      if (kindOf(part) === undefined) continue;
      const group = this.#groupOf(part);
      if (group.size > 1) problems.push(...sharingOf(facts, part, group));
    }
    return problems;
  }

  #groupOf(part: string): NameGroup {
    const known = this.#groups.get(part);
    if (known !== undefined) return known;
    if (this.#groups.size >= maxRemembered) this.#groups.clear();
    const group = groupOf(this.#snapshot, part);
    this.#groups.set(part, group);
    return group;
  }
}

/** The shared-name problems of one of the records with a name. */
export function* sharingOf(
  facts: Pick<GraphFacts, 'graph' | 'documentUrl' | 'recordIri' | 'describes'>,
  part: string,
  group: NameGroup,
): Generator<SharingProblem> {
  const kind = kindOf(part);
  if (kind === undefined) return;
  const { graph, documentUrl: url, recordIri, describes } = facts;
  const iris = kind === 'record-iri-shared' ? [recordIri] : describes.map(({ iri }) => iri);
  const name = part.slice(0, part.indexOf('\t'));
  const iri = iris.find((each) => each !== undefined && storageKey(identifierName(each)) === name);
  yield { kind, url, record: graph, ...group.sharingOf(graph, iri ?? name) };
}

/** The kind of problem that sharing a name is; undefined where it is none. */
export function kindOf(part: string): SharingKind | undefined {
  const role = roleOf(part);
  if (role === 'record') return 'record-iri-shared';
  return role === 'resource' ? 'resource-shared' : undefined;
}

/** Rows that are read between two pauses. */
const rowsAPause = 1000;

/** The key parts that several records have; these are adjacent. Undefined at each pause. */
function* sharedParts(snapshot: Snapshot): Generator<string | undefined> {
  let rows = 0;
  let last: string | undefined;
  let isTold = false;
  for (const { key } of snapshot.names()) {
    const part = sharedPart(key);
    if (part !== last) {
      last = part;
      isTold = false;
    } else if (!isTold && kindOf(part) !== undefined) {
      isTold = true;
      yield part;
    }
    rows += 1;
    if (rows % rowsAPause === 0) yield undefined;
  }
}

function groupOf(snapshot: Snapshot, part: string): NameGroup {
  const group = new NameGroup();
  for (const graph of snapshot.graphsOfPart(part)) group.add(graph);
  return group;
}
