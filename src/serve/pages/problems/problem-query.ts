import { UsageFault } from '../../../model/fault.ts';
import { isProblemKind, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { UnnamedResources } from '../../../store/find-records.ts';
import { isEntryKey } from '../../../store/index-nodes.ts';
import {
  pausingSelected,
  readSelectionNamed,
  sinceNamed,
  type ProblemFilter,
} from '../../../store/selected-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { ProblemSelection } from '../../../store/store.ts';
import { printable } from '../../../text/printable.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { readInShortTurns } from '../../surveys.ts';
import { readPlaces, readProblemPlaces, type ProblemPlaces } from './problem-places.ts';

/** The parameters by which problems are filtered; they are the options of the command `problems`. */
export const problemParameters = ['source', 'kind', 'severity', 'url', 'since'] as const;

type ParameterName = (typeof problemParameters)[number];

/** Which problems an address asks for. */
export interface ProblemQuery {
  /** As they are given, for the form and for links. */
  readonly texts: Readonly<Record<ParameterName, readonly string[]>>;
  readonly filter: ProblemFilter;
  /** Those of a URL or record; all where absent. */
  readonly selection?: ProblemSelection;
  /** What is wrong with what is given, in words; the wrong parts count for nothing. */
  readonly faults: readonly string[];
}

/** Reads an address. */
export async function readProblemQuery(
  query: URLSearchParams,
  snapshot: Snapshot,
): Promise<ProblemQuery> {
  const given = (name: ParameterName): readonly string[] =>
    query
      .getAll(name)
      .map((text) => text.trim())
      .filter((text) => text !== '');
  const texts = {
    source: given('source'),
    kind: given('kind'),
    severity: given('severity'),
    url: given('url').slice(0, 1),
    since: given('since').slice(0, 1),
  };
  const faults: string[] = [];
  const attempt = async <Result>(
    read: () => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UsageFault)) throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  const kinds = await attempt(() => oneOrMore(texts.kind.map(knownKind)));
  const chosen = await attempt(() => oneOrMore(texts.severity.map(knownSeverity)));
  const [since] = texts.since;
  const [url] = texts.url;
  const from = since === undefined ? undefined : await attempt(() => sinceNamed(snapshot, since));
  const selection =
    url === undefined ? undefined : await attempt(async () => selectionOf(snapshot, url));
  return {
    texts,
    filter: { sources: oneOrMore(texts.source), kinds, severities: chosen, since: from },
    ...(selection && { selection }),
    faults,
  };
}

function oneOrMore<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function knownKind(name: string): ProblemKind {
  if (isProblemKind(name)) return name;
  throw new UsageFault(`${printable(name)} is no kind of problem.`);
}

function knownSeverity(name: string) {
  const severity = severities.find((each) => each === name);
  if (severity !== undefined) return severity;
  throw new UsageFault(`${printable(name)} is no severity: it is one of ${severities.join(', ')}.`);
}

async function selectionOf(snapshot: Snapshot, url: string): Promise<ProblemSelection> {
  // The key of a resource without IRI is found by reading all records.
  if (isEntryKey(url)) throw new UsageFault(`${printable(url)} names no record.`);
  return readInShortTurns(readSelectionNamed(snapshot, url, new UnnamedResources()));
}

/** Where the problems of a query are, before they are filtered. */
export async function placesOfQuery(
  state: CatalogueState,
  { selection }: ProblemQuery,
): Promise<ProblemPlaces> {
  return selection === undefined
    ? state.surveys.read(readProblemPlaces)
    : readInShortTurns(readPlaces(pausingSelected(state.snapshot, selection)));
}

/** The parameters of a query, changed in some. */
export function queryText(
  { texts }: ProblemQuery,
  changes: Readonly<Partial<Record<ParameterName, readonly string[]>>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const name of problemParameters) {
    for (const text of changes[name] ?? texts[name]) parameters.append(name, text);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
