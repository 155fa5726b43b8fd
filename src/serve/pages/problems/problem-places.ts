import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { countedAs } from '../../../model/problem-tally.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import {
  pausingProblems,
  problemsOfRecords,
  problemsOfUrls,
  type FoundProblem,
} from '../../../store/found-problems.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import { isWanted, type ProblemFilter } from '../../../store/selected-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';

/** A record or URL with problems of one kind that one run met first. */
export interface ProblemPlace {
  readonly url: string;
  /** The IRI of its graph. */
  readonly record?: string | undefined;
  readonly sources: readonly string[];
  readonly first?: FoundProblem['first'];
  /** How many there are, kept or not. */
  count: number;
  /** The problem itself, where no row of a record or URL has it. */
  readonly found?: FoundProblem | undefined;
}

/** Where the problems of each kind are, in the order of `foundProblems`. */
export type ProblemPlaces = ReadonlyMap<ProblemKind, readonly ProblemPlace[]>;

/** Where the problems of the latest looks are. Of the problems themselves it keeps nothing: they are many. */
export function* readProblemPlaces(snapshot: Snapshot): PausingReading<ProblemPlaces> {
  const places = new PlaceCollector();
  for (const found of pausingProblems(snapshot)) {
    yield;
    if (found !== undefined) places.add(found);
  }
  return places.all();
}

/** The same of some problems. */
export function placesOfProblems(found: Iterable<FoundProblem>): ProblemPlaces {
  const places = new PlaceCollector();
  for (const each of found) places.add(each);
  return places.all();
}

class PlaceCollector {
  readonly #kinds = new Map<ProblemKind, Map<string, ProblemPlace>>();

  add(found: FoundProblem): void {
    const { kind, count } = countedAs(found.problem);
    const places = this.#kinds.get(kind) ?? new Map<string, ProblemPlace>();
    this.#kinds.set(kind, places);
    const place = placeOf(found, count);
    const key = `${place.record ?? place.url}\n${place.first?.run ?? ''}\n${place.found?.scope ?? ''}`;
    const known = places.get(key);
    // Problems of a listing or of the catalogue are listed one by one.
    if (known === undefined) places.set(key, place);
    else if (known.found === undefined) known.count += count;
    else places.set(`${key}\n${places.size}`, place);
  }

  all(): ProblemPlaces {
    return new Map([...this.#kinds].map(([kind, places]) => [kind, [...places.values()]]));
  }
}

function placeOf(found: FoundProblem, count: number): ProblemPlace {
  const { problem, scope, sources, first } = found;
  const { record } = problem;
  const isOfRow = first !== undefined && !scope.startsWith('listing ');
  // The problem of a row can be about another URL, such as one that the URL redirects to.
  if (isOfRow) return { url: scope, record, sources, first, count };
  if (record !== undefined) return { url: problem.url, record, sources, count };
  return { url: problem.url, sources, first, count, found };
}

/** Whether the problems of a place are wanted. */
export function isPlaceWanted(
  kind: ProblemKind,
  { sources, first }: ProblemPlace,
  filter: ProblemFilter,
): boolean {
  const { severities, kinds, ...rest } = filter;
  if (kinds !== undefined && !kinds.includes(kind)) return false;
  if (severities !== undefined && !severities.includes(problemCatalogue[kind].severity))
    return false;
  // What is asked of the problem itself was asked of its kind.
  const problem = { kind: 'no-metadata', url: '' } as const;
  return isWanted({ problem, sources, ...(first && { first }) }, rest);
}

/** The problems of a kind at a place, read again. */
export function problemsAt(
  snapshot: Snapshot,
  kind: ProblemKind,
  { url, record, first, found }: ProblemPlace,
): readonly FoundProblem[] {
  if (found !== undefined) return [found];
  const all =
    record === undefined ? problemsOfUrls(snapshot, [url]) : problemsOfRecords(snapshot, [record]);
  return [...all].filter(
    (each) => countedAs(each.problem).kind === kind && each.first?.run === first?.run,
  );
}
