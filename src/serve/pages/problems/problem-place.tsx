import type { ProblemKind } from '../../../model/problem.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { grouped } from '../../../text/amounts.ts';
import type { Site } from '../../site.ts';
import { explainHref, recordHref, sourceHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { factsOf } from '../../parts/problem-list.tsx';
import { problemsAt, type ProblemPlace } from './problem-places.ts';

interface ProblemsAtPlaceProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly kind: ProblemKind;
  readonly place: ProblemPlace;
  /** So many of the problems are listed one by one. */
  readonly most: number;
}

/** The problems of a kind that one record or URL has. */
export function ProblemsAtPlace({ site, snapshot, kind, place, most }: ProblemsAtPlaceProps) {
  const { sources, first, count } = place;
  const texts = problemsAt(snapshot, kind, place)
    .filter(({ problem }) => problem.kind === kind)
    .map(({ problem }) => factsOf(problem))
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
        {more > 0 && texts.length > 0 ? <span>and {grouped(more)} more here</span> : null}
        {texts.length === 0 && count > 1 ? <span>{grouped(count)} here</span> : null}
        {sources.map((source) => (
          <span>
            <a href={sourceHref(site, source)}>
              <bdi>{source}</bdi>
            </a>
          </span>
        ))}
        {first === undefined ? null : (
          <span>
            first met <Moment at={first.at} />
          </span>
        )}
      </p>
    </li>
  );
}

interface PlaceLinkProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly place: ProblemPlace;
}

/** What a problem is about, with a link to what is known of it. */
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
