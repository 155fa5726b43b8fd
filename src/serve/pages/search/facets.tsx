import { foldText } from '../../../facts/text/word-folding.ts';
import { type ConditionName, searchConditions } from '../../../search/conditions.ts';
import {
  type Facet,
  type FacetCounts,
  type FacetName,
  type FacetValue,
  type FacetValues,
  type SearchFacetCounts,
  searchFacets,
} from '../../../search/facets.ts';
import { searchIndexContent } from '../../../search/search-index.ts';
import type { SearchRequest } from '../../../search/search-request.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import {
  conformanceLabel,
  formatName,
  licenceName,
  profileLabel,
  ruleTitle,
  shortened,
} from '../../parts/short-names.tsx';
import { type Site, sitePath } from '../../site.ts';
import { accessValueWords, agentWords, wordsOfCondition } from './condition-chips.tsx';
import { searchHref, type SearchState, withCondition, withoutText } from './search-address.ts';
import { HiddenFields } from './search-form.tsx';

interface ShownFacet {
  readonly title: string;
  /** Whether values are counted only while the facet is open or has a condition. */
  readonly isFolded?: true;
  /** The label of a value where it differs from the value in the index. */
  readonly labelOf?: (label: string) => string;
}

/** The facets with a list of values, the most useful first. */
const shownFacets: Readonly<Partial<Record<FacetName, ShownFacet>>> = {
  access: { title: 'Access', labelOf: accessValueWords },
  sources: { title: 'Source' },
  variables: { title: 'Variable' },
  licences: { title: 'Licence', labelOf: licenceName },
  types: { title: 'Type', isFolded: true },
  publishers: { title: 'Publisher', isFolded: true, labelOf: agentWords },
  people: { title: 'Person', isFolded: true, labelOf: agentWords },
  formats: { title: 'Format', isFolded: true, labelOf: formatName },
  keywords: { title: 'Term', isFolded: true },
  profiles: { title: 'Profile', isFolded: true, labelOf: profileLabel },
  conformance: { title: 'Conformance', isFolded: true, labelOf: conformanceLabel },
  unmet: { title: 'Rules not met', isFolded: true, labelOf: ruleTitle },
};

const shownNames = Object.keys(shownFacets) as readonly FacetName[];
// its own names

/** The number of values of a facet next to the results. */
export const facetSize = 6;

/** The heading of a facet; undefined for a facet without a list of values. */
function facetTitle(name: FacetName): string | undefined {
  return shownFacets[name]?.title;
}

/** The facets to count; others are folded. */
export function requestedFacets(search: SearchState): readonly FacetName[] {
  return shownNames.filter((name) => {
    const isFolded = shownFacets[name]?.isFolded ?? false;
    return !isFolded || search.open.includes(name) || isActive(name, search);
  });
}

function isActive(name: FacetName, { conditions }: SearchState): boolean {
  const { of, lacking }: Facet = searchFacets[name];
  if (lacking !== undefined && (conditions.lacking ?? []).includes(lacking)) return true;
  return of.some((each) => (conditions[each] ?? []).length > 0);
}

interface FiltersProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly counts: SearchFacetCounts;
}

/** All facets; a folded facet is a link that opens it. */
export function Filters({ site, search, counts }: FiltersProps) {
  const active = shownNames.filter((name) => isActive(name, search)).length;
  // Without results, few filters are useful.
  const hasValues = shownNames.some((name) => isOfResults(counts[name]));
  if (!hasValues && active + search.open.length === 0) return null;
  return (
    <aside class="side" aria-label="Filters">
      <details class="filters" open>
        <summary>
          <h2>Filters</h2>
          {active === 0 ? null : <span class="count">{active} active</span>}
        </summary>
        {shownNames.map((name) => {
          const counted = counts[name];
          return counted?.kind === 'values' ? (
            <FacetList {...{ site, search, name, counted }} />
          ) : (
            <h3 class="facet folded">
              <a href={`${searchHref(site, opened(search, name))}#facet-${name}`} rel="nofollow">
                {facetTitle(name)}
              </a>
            </h3>
          );
        })}
      </details>
    </aside>
  );
}

function isOfResults(counted: FacetCounts | undefined): boolean {
  return counted?.kind === 'values' && counted.total + counted.without > 0;
}

function opened(search: SearchState, name: FacetName): SearchState {
  return { ...search, open: [...search.open, name] };
}

interface FacetListProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly name: FacetName;
  readonly counted: FacetValues;
}

function FacetList({ site, search, name, counted }: FacetListProps) {
  const all = searchHref(site, { ...search, page: 1, all: name });
  return (
    <details class="facet" id={`facet-${name}`} open>
      <summary>
        <h3>{facetTitle(name)}</h3>
      </summary>
      <FacetItems {...{ site, search, name, counted }} />
      {counted.total + counted.without === 0 ? <p class="note">None in these results.</p> : null}
      {counted.total > counted.values.length ? (
        <a class="more" href={all} rel="nofollow">
          All {formatCount(counted.total, 'value')}
          <span class="unseen"> of {facetTitle(name)}</span>
        </a>
      ) : null}
      <FacetNote {...{ search, name }} />
    </details>
  );
}

/** Explains the numbers where a value is selected. */
function FacetNote({ search, name }: Pick<FacetListProps, 'name' | 'search'>) {
  const condition = conditionOf(name);
  if ((search.conditions[condition] ?? []).length === 0) return null;
  const change = searchConditions[condition].repeated === 'all' ? 'narrows' : 'widens';
  return <p class="note">Numbers are without this filter; one more value {change} it.</p>;
}

/** The condition that selects a value of a facet. */
function conditionOf(name: FacetName): ConditionName {
  const { of }: Facet = searchFacets[name];
  return of[0] ?? 'keyword';
}

/** The values of a facet as links: selected values first, "no value" last. */
function FacetItems({ site, search, name, counted }: FacetListProps) {
  const condition = conditionOf(name);
  const asked = search.conditions[condition] ?? [];
  const askedAs = (value: FacetValue): string | undefined =>
    asked.find((text) => isAskedBy(condition, text, value));
  const listed = new Set(counted.values.map(askedAs));
  return (
    <ul>
      {asked
        .filter((text) => !listed.has(text))
        .map((text) => (
          <FacetItem
            href={searchHref(site, withoutText(search, condition, text))}
            label={wordsOfCondition(condition, text).value}
            isChosen
          />
        ))}
      {counted.values.map((value) => {
        const text = askedAs(value);
        const others = withoutLacking(search, name);
        const next =
          text === undefined
            ? withCondition(others, condition, [...asked, value.asked])
            : withoutText(search, condition, text);
        return (
          <FacetItem
            href={searchHref(site, next)}
            label={facetValueLabel(name, value.label)}
            count={value.count}
            isChosen={text !== undefined}
          />
        );
      })}
      <LackingItem {...{ site, search, name, counted }} />
    </ul>
  );
}

function facetValueLabel(name: FacetName, label: string): string {
  return shownFacets[name]?.labelOf?.(label) ?? label;
}

/** An exact name is another condition than its words. */
function isAskedBy(condition: ConditionName, text: string, value: FacetValue): boolean {
  if (text === value.asked) return true;
  if (value.asked.startsWith('=')) return false;
  return wordsOfCondition(condition, text).value === wordsOfCondition(condition, value.asked).value;
}

/** A condition for a value contradicts the condition for no value. */
function withoutLacking(search: SearchState, name: FacetName): SearchState {
  const { lacking }: Facet = searchFacets[name];
  return lacking === undefined ? search : withoutText(search, 'lacking', lacking);
}

function LackingItem({ site, search, name, counted }: FacetListProps) {
  const { lacking }: Facet = searchFacets[name];
  if (lacking === undefined) return null;
  const asked = search.conditions.lacking ?? [];
  const isChosen = asked.includes(lacking);
  if (counted.without === 0 && !isChosen) return null;
  const next = isChosen
    ? withoutText(search, 'lacking', lacking)
    : withCondition(withCondition(search, conditionOf(name), []), 'lacking', [...asked, lacking]);
  return (
    <FacetItem
      href={searchHref(site, next)}
      label="Not stated"
      count={counted.without}
      isChosen={isChosen}
    />
  );
}

interface FacetItemProps {
  readonly href: string;
  readonly label: string;
  readonly count?: number;
  readonly isChosen: boolean;
}

const longestLabel = 90;

function FacetItem({ href, label, count, isChosen }: FacetItemProps) {
  return (
    <li>
      <a class={isChosen ? 'chosen' : undefined} href={href} rel="nofollow">
        <span class="value">
          {isChosen ? <b aria-hidden="true">× </b> : null}
          <bdi>{shortened(label, longestLabel)}</bdi>
          {isChosen ? <span class="unseen">, remove</span> : null}
        </span>{' '}
        {count === undefined ? null : <span class="count">{groupDigits(count)}</span>}
      </a>
    </li>
  );
}

/** A longer list is hard to read; the field above it finds the other values. */
const maxListed = 500;

/** The listed values of one facet, and their number. */
interface AllValues {
  readonly name: FacetName;
  readonly counted: FacetValues;
  /** The number of values that contain the text. */
  readonly matching: number;
}

/** Counts all values of the facet; undefined where the facet has no list of values. */
export function countAllValues(
  { index, snapshot }: CatalogueState,
  request: SearchRequest,
  { all: name, having }: SearchState,
): AllValues | undefined {
  if (name === undefined || facetTitle(name) === undefined) return undefined;
  const facetLimit = having === undefined ? maxListed : undefined;
  const { facets } = searchIndexContent(index, snapshot, {
    ...request,
    limit: 0,
    facets: [name],
    facetLimit,
  });
  const counted = facets?.[name];
  if (counted?.kind !== 'values') return undefined;
  if (having === undefined) return { name, counted, matching: counted.total };
  const wanted = foldText(having);
  const values = counted.values.filter(({ label }) =>
    foldText(facetValueLabel(name, label)).includes(wanted),
  );
  const listed = { ...counted, values: values.slice(0, maxListed) };
  return { name, counted: listed, matching: values.length };
}

interface AllValuesListProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly values: AllValues;
}

/** All values of one facet, with a field that filters them. */
export function AllValuesList({ site, search, values }: AllValuesListProps) {
  const { name, counted, matching } = values;
  const { having } = search;
  const left = matching - counted.values.length;
  return (
    <section class="all-values" aria-labelledby="all-values">
      <p>
        <a href={searchHref(site, { ...search, all: undefined, having: undefined })}>
          Back to the results
        </a>
      </p>
      <h2 id="all-values">
        {facetTitle(name)}{' '}
        <span class="count">{formatCount(counted.total, 'value')}, the most frequent first</span>
      </h2>
      <form class="having" action={sitePath(site, '/')}>
        <HiddenFields search={{ ...search, having: undefined }} />
        <label for="having">Only values with</label>
        <input id="having" name="having" type="search" value={having} autocomplete="off" />
        <button>Show</button>
      </form>
      {having === undefined ? null : (
        <p>
          {matching === 0 ? 'No value has' : `${formatCount(matching, 'value')} with`}{' '}
          <b>{having}</b>.{' '}
          <a href={searchHref(site, { ...search, having: undefined })}>Show all values</a>
        </p>
      )}
      <FacetItems {...{ site, search, name, counted }} />
      {left > 0 ? (
        <p class="soft">
          {groupDigits(left)} less frequent {left === 1 ? 'value is' : 'values are'} left out: the
          field above finds them.
        </p>
      ) : null}
    </section>
  );
}
