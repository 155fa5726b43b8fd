import {
  dropPauses,
  type FoundProblem,
  problemsOfUrls,
  problemsWithPauses,
  recordProblemsWithPauses,
} from '../../../catalogue/found-problems.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import { matchesProblemFilter, type ProblemFilter } from '../../../catalogue/selected-problems.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { kindAndCount } from '../../../model/problem-tally.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { explainHref, recordHref, sourceHref } from '../../parts/addresses.ts';
import { TimeElement } from '../../parts/layout.tsx';
import { problemFactTexts } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { readMatching } from '../../surveys.ts';

/** A record or URL with problems of one kind, first found by the same run. */
export interface PlaceWithProblems {
  readonly url: string;
  /** The IRI of its graph. */
  readonly record?: string | undefined;
  readonly sources: readonly string[];
  readonly first?: FoundProblem['first'];
  /** The number of problems, stored or only counted. */
  count: number;
  /** The problem itself, where it is not stored with a record or URL. */
  readonly found?: FoundProblem | undefined;
}

/** The places of the problems of each kind, in the order of `foundProblems`. */
export type PlacesWithProblems = ReadonlyMap<ProblemKind, readonly PlaceWithProblems[]>;

/**
 * The places of the problems of the latest visits, without the problems themselves, which are many.
 */
export function readProblemPlaces(snapshot: Snapshot): InterruptibleReading<PlacesWithProblems> {
  return readPlacesWithProblems(problemsWithPauses(snapshot));
}

/** The same for given problems, which may be interrupted by pauses. */
export function* readPlacesWithProblems(
  problems: Iterable<FoundProblem | undefined>,
): InterruptibleReading<PlacesWithProblems> {
  const places = new PlaceCollector();
  for (const found of problems) {
    yield;
    if (found !== undefined) places.add(found);
  }
  return places.all();
}

class PlaceCollector {
  readonly #kinds = new Map<ProblemKind, Map<string, PlaceWithProblems>>();

  add(found: FoundProblem): void {
    const { kind, count } = kindAndCount(found.problem);
    const places = this.#kinds.get(kind) ?? new Map<string, PlaceWithProblems>();
    this.#kinds.set(kind, places);
    const place = placeOf(found, count);
    const key = `${place.record ?? place.url}\n${place.first?.run ?? ''}\n${place.found?.scope ?? ''}`;
    const known = places.get(key);
    // Problems of a listing or of the catalogue each have a place of their own.
    if (known === undefined) places.set(key, place);
    else if (known.found === undefined) known.count += count;
    else places.set(`${key}\n${places.size}`, place);
  }

  all(): PlacesWithProblems {
    return new Map([...this.#kinds].map(([kind, places]) => [kind, [...places.values()]]));
  }
}

function placeOf(found: FoundProblem, count: number): PlaceWithProblems {
  const { problem, scope, sources, first } = found;
  const { record } = problem;
  const isOfRow = first !== undefined && !scope.startsWith('listing ');
  // A stored problem can concern another URL, such as the target of a redirect.
  if (isOfRow) return { url: scope, record, sources, first, count };
  if (record !== undefined) return { url: problem.url, record, sources, count };
  return { url: problem.url, sources, first, count, found };
}

/** The places of a kind that match the filter. */
export function* matchingPlaces(
  kind: ProblemKind,
  places: readonly PlaceWithProblems[],
  { severities, kinds, ...rest }: ProblemFilter,
): InterruptibleReading<readonly PlaceWithProblems[]> {
  if (kinds?.includes(kind) === false) return [];
  if (severities?.includes(problemCatalogue[kind].severity) === false) return [];
  if (rest.sources === undefined && rest.since === undefined) return places;
  // The conditions on the problem itself were applied to its kind already.
  const problem = { kind: 'no-metadata', url: '' } as const;
  const isPlaceWanted = ({ sources, first }: PlaceWithProblems): boolean =>
    matchesProblemFilter({ problem, sources, ...(first && { first }) }, rest);
  return yield* readMatching(places, isPlaceWanted);
}

/** The number of problems at some places, including those that are only counted. */
export function countProblemsAt(places: readonly PlaceWithProblems[]): number {
  return places.reduce((sum, { count }) => sum + count, 0);
}

/** The problems of a kind at a place, read from the catalogue. */
function problemsAt(
  snapshot: Snapshot,
  kind: ProblemKind,
  { url, record, first, found }: PlaceWithProblems,
): readonly FoundProblem[] {
  if (found !== undefined) return [found];
  const all =
    record === undefined
      ? problemsOfUrls(snapshot, [url])
      : dropPauses(recordProblemsWithPauses(snapshot, [record]));
  return [...all].filter(
    (each) => kindAndCount(each.problem).kind === kind && each.first?.run === first?.run,
  );
}

interface ProblemsAtPlaceProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly kind: ProblemKind;
  readonly place: PlaceWithProblems;
  /** The number of listed problems. */
  readonly most: number;
}

/** The problems of a kind that one record or URL has. */
export function ProblemsAtPlace({ site, snapshot, kind, place, most }: ProblemsAtPlaceProps) {
  const { sources, first, count } = place;
  const texts = problemsAt(snapshot, kind, place)
    .filter(({ problem }) => problem.kind === kind)
    .map(({ problem }) => problemFactTexts(problem))
    .filter((text) => text !== '');
  const more = count - Math.min(texts.length, most);
  return (
    <li>
      <PlaceLink site={site} snapshot={snapshot} place={place} />
      {texts.length === 0 ? null : (
        <ul class="said">
          {texts.slice(0, most).map((text) => (
            <li>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p class="facts">
        {more > 0 && texts.length > 0 ? <span>and {groupDigits(more)} more here</span> : null}
        {texts.length === 0 && count > 1 ? <span>{groupDigits(count)} here</span> : null}
        {sources.map((source) => (
          <span>
            <a href={sourceHref(site, source)}>
              <bdi>{source}</bdi>
            </a>
          </span>
        ))}
        {first === undefined ? null : (
          <span>
            first met <TimeElement at={first.at} />
          </span>
        )}
      </p>
    </li>
  );
}

interface PlaceLinkProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly place: PlaceWithProblems;
}

/** The subject of a problem, with a link to its page. */
function PlaceLink({ site, snapshot, place: { url, record } }: PlaceLinkProps) {
  if (record !== undefined) {
    const [described] = snapshot.factsOf(record)?.describes ?? [];
    return (
      <p>
        <a href={recordHref(site, record)}>
          <bdi>{described?.name ?? record}</bdi>
        </a>{' '}
        <a class="soft" href={explainHref(site, url)}>
          <bdi>{url}</bdi>
        </a>
      </p>
    );
  }
  if (!/^(?:https?|file):/u.test(url)) return <bdi>{url}</bdi>;
  return (
    <a href={explainHref(site, url)}>
      <bdi>{url}</bdi>
    </a>
  );
}
