import { nearestKey } from '../../../text/nearest-key.ts';
import {
  type ConditionName,
  type Qualifier,
  qualifierNames,
  searchQualifiers,
} from '../../../search/conditions.ts';
import type { FoundResources } from '../../../search/search-index.ts';
import type { ConditionCounts, UnknownName } from '../../../search/search-answer.ts';
import { noteUnsearched } from '../../../render/search-table.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { shortened } from '../../parts/short-names.tsx';
import { sitePath, type Site } from '../../site.ts';
import type { SearchFault } from './run-search.ts';
import { conditionName, wordsOfCondition, wordsOfQualifier } from './condition-chips.tsx';
import { lastPage, searchHref, withCondition, type SearchState } from './search-address.ts';

interface OfSearch {
  readonly site: Site;
  readonly search: SearchState;
}

/** Lists the invalid parts of the URL, which the page ignored. */
export function SearchFaults({ faults }: { readonly faults: readonly SearchFault[] }) {
  if (faults.length === 0) return null;
  return (
    <section class="empty fault" role="alert" aria-labelledby="faults">
      <h2 id="faults">
        {faults.length === 1
          ? `The condition \u{201C}${faults[0]?.name ?? ''}\u{201D} cannot be used`
          : `${faults.length} conditions cannot be used`}
      </h2>
      <ul>
        {faults.map(({ name, reason }) => (
          <li>
            <b>{name}</b>: <bdi>{reason}</bdi>.
          </li>
        ))}
      </ul>
      <p>The search below leaves {faults.length === 1 ? 'it' : 'them'} out.</p>
    </section>
  );
}

/** Says that some records cannot be found yet, and what to do. */
export function SearchNotRun({ records }: { readonly records: number }) {
  if (records === 0) return null;
  return (
    <section class="empty" aria-label="Records that cannot be found">
      <p>{noteUnsearched(records)}.</p>
    </section>
  );
}

interface NothingFoundProps extends OfSearch {
  readonly found: Pick<FoundResources, 'unknown' | 'withoutCondition'>;
  /** The number of resources without any condition. */
  readonly whole: number;
}

/** Suggests which condition to remove so that something is found. */
export function NothingFound({ site, search, found, whole }: NothingFoundProps) {
  const names = Object.keys(search.conditions) as readonly ConditionName[]; // its own names
  const counts: ConditionCounts =
    found.withoutCondition ?? Object.fromEntries(names.map((name) => [name, whole]));
  const sorted = names.toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  return (
    <section class="empty" aria-labelledby="nothing">
      <h2 id="nothing">{headOf(names.length)}</h2>
      {found.unknown.map((unknown) => (
        <UnknownNameNote {...{ site, search, unknown }} />
      ))}
      <p>Leave out one condition:</p>
      <ul class="without">
        {sorted.map((name) => (
          <WithoutItem {...{ site, search, name }} count={counts[name] ?? 0} />
        ))}
      </ul>
      {names.length > 1 && names.every((name) => counts[name] === 0) ? (
        <p>
          No single one helps: <a href={searchHref(site, {})}>remove all conditions</a>{' '}
          <span class="count">{formatCount(whole, 'resource')}</span>
        </p>
      ) : null}
      <p class="soft">
        Words are searched in titles, descriptions, keywords and names of variables, places and
        times. <a href={sitePath(site, '/help')}>How the search works</a>
      </p>
    </section>
  );
}

function headOf(conditions: number): string {
  if (conditions === 1) return 'Nothing meets this condition';
  return `Nothing meets ${conditions === 2 ? 'both' : `all ${groupDigits(conditions)}`} conditions`;
}

interface WithoutItemProps extends OfSearch {
  readonly name: ConditionName;
  readonly count: number;
}

function WithoutItem({ site, search, name, count }: WithoutItemProps) {
  const texts = search.conditions[name] ?? [];
  const closer = qualifierNames.flatMap((each) => {
    const text = search.qualifiers[each];
    const { of: owners }: Qualifier = searchQualifiers[each];
    return text !== undefined && owners.includes(name) ? wordsOfQualifier(each, text) : [];
  });
  const values = [
    ...texts.map((text) => wordsOfCondition(name, text).value),
    ...closer.map(({ name: called, value }) => `${called} ${value}`),
  ].join(', ');
  const words = (
    <>
      without{' '}
      <b>
        {conditionName(name)}: <bdi>{shortened(values, 100)}</bdi>
      </b>
    </>
  );
  if (count === 0) {
    return (
      <li class="soft">
        {words} <span class="count">still none</span>
      </li>
    );
  }
  return (
    <li>
      <a href={searchHref(site, withCondition(search, name, []))}>{words}</a>{' '}
      <span class="count">{formatCount(count, 'result')}</span>
    </li>
  );
}

/** The number of suggested names where none is similar. */
const maxOffered = 8;

interface UnknownNameNoteProps extends OfSearch {
  readonly unknown: UnknownName;
}

function UnknownNameNote({ site, search, unknown }: UnknownNameNoteProps) {
  const { condition, asked, known } = unknown;
  const nearest = nearestKey(asked, known);
  const offered = nearest === undefined ? known.slice(0, maxOffered) : [nearest];
  return (
    <p>
      No {condition} <b>{shortened(asked, 100)}</b> is in the catalogue.{' '}
      {nearest === undefined ? 'There are: ' : 'Do you mean '}
      {offered.map((name, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={searchHref(site, withCondition(search, condition, [name]))}>{name}</a>
        </>
      ))}
      {nearest === undefined ? (known.length > maxOffered ? ' and others.' : '.') : '?'}
    </p>
  );
}

/** Says that the page number is beyond the last page. */
export function BeyondEnd({ site, search, total }: OfSearch & { readonly total: number }) {
  const last = lastPage(total);
  return (
    <section class="empty">
      <h2>There is no page {groupDigits(search.page)}</h2>
      <p>
        The results end with{' '}
        <a href={searchHref(site, { ...search, page: last })}>page {groupDigits(last)}</a>.
      </p>
    </section>
  );
}
