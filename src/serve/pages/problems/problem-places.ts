import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { countedAs } from '../../../model/problem-tally.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import {
  pausingProblems,
  pausingProblemsOfRecords,
  problemsOfUrls,
  withoutPauses,
  type FoundProblem,
} from '../../../store/found-problems.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import { isWanted, type ProblemFilter } from '../../../store/selected-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { readThose } from '../../surveys.ts';

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
export function readProblemPlaces(snapshot: Snapshot): PausingReading<ProblemPlaces> {
  return readPlaces(pausingProblems(snapshot));
}

/** The same of some problems, among which there are pauses. */
export function* readPlaces(
  problems: Iterable<FoundProblem | undefined>,
): PausingReading<ProblemPlaces> {
  const places = new PlaceCollector();
  for (const found of problems) {
    yield;
    if (found !== undefined) places.add(found);
  }
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

/** Those places of a kind that are wanted. */
export function* wantedPlaces(
  kind: ProblemKind,
  places: readonly ProblemPlace[],
  { severities, kinds, ...rest }: ProblemFilter,
): PausingReading<readonly ProblemPlace[]> {
  if (kinds?.includes(kind) === false) return [];
  if (severities?.includes(problemCatalogue[kind].severity) === false) return [];
  if (rest.sources === undefined && rest.since === undefined) return places;
  // What is asked of the problem itself was asked of its kind.
  const problem = { kind: 'no-metadata', url: '' } as const;
  const isPlaceWanted = ({ sources, first }: ProblemPlace): boolean =>
    isWanted({ problem, sources, ...(first && { first }) }, rest);
  return yield* readThose(places, isPlaceWanted);
}

export function sumOf(places: readonly ProblemPlace[]): number {
  return places.reduce((sum, { count }) => sum + count, 0);
}

/** The problems of a kind at a place, read again. */
export function problemsAt(
  snapshot: Snapshot,
  kind: ProblemKind,
  { url, record, first, found }: ProblemPlace,
): readonly FoundProblem[] {
  if (found !== undefined) return [found];
  const all =
    record === undefined
      ? problemsOfUrls(snapshot, [url])
      : withoutPauses(pausingProblemsOfRecords(snapshot, [record]));
  return [...all].filter(
    (each) => countedAs(each.problem).kind === kind && each.first?.run === first?.run,
  );
}
