import type { Text } from '../../../model/search-facts.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { compareHref, datasetHref } from '../../parts/addresses.ts';
import { NameValuePair } from '../../parts/layout.tsx';
import { hasPlaceToDraw, LetteredMap, type LetteredPlaces } from '../../parts/lettered-map.tsx';
import { Literal } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import {
  comparedProperties,
  type ComparedItem,
  type ComparedProperty,
  type ComparedRow,
  comparedRows,
  type ComparedSubject,
  type ComparedValues,
  haveSameValues,
  testForItem,
} from './compared-properties.ts';

/** A dataset of a comparison. */
export interface ComparedDataset extends ComparedSubject {
  /** `A` for the first one. */
  readonly letter: string;
  /** Its page key, and the key of the resource in search results. */
  readonly key: string;
  readonly resourceKey: string;
  readonly title: Text;
}

interface ComparisonProps {
  readonly site: Site;
  readonly datasets: readonly ComparedDataset[];
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** Facts about our copies, which no property of a dataset depends on. */
const copyNames: readonly ComparedProperty[] = ['Source', 'Harvested', 'Problems'];
// The title stands above each column.
const datasetNames = comparedProperties.filter(
  (name) => name !== 'Title' && !copyNames.includes(name),
);

/** A column for each dataset, and a row for each property that differs; then what is the same. */
export function Comparison({ site, datasets, languages }: ComparisonProps) {
  const rows = comparedRows(datasets, datasetNames, languages);
  const stated = rows.filter(({ values }) => values.some((each) => each.length > 0));
  const differing = stated.filter(({ values }) => !isSameInAll(values));
  const same = stated.filter(({ values }) => isSameInAll(values));
  const unstated = rows.filter((row) => !stated.includes(row));
  return (
    <>
      <p class="soft">
        {differing.length === 0
          ? 'They agree in everything that is compared here.'
          : `${differing.length} of ${stated.length} compared properties differ.`}
      </p>
      <table class="compared differing" role="table" aria-label="What differs">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {datasets.map((each) => (
              <ColumnHead site={site} dataset={each} datasets={datasets} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {differing.map((row) => (
            <DifferingRow site={site} row={row} datasets={datasets} />
          ))}
        </tbody>
      </table>
      {same.length === 0 ? null : (
        <details class="same">
          <summary>Same in all: {same.map(({ name }) => name).join(', ')}</summary>
          <dl class="pairs">
            {same.map(({ name, values: [first = []] }) => (
              <NameValuePair name={name}>
                <Items items={first} />
              </NameValuePair>
            ))}
          </dl>
        </details>
      )}
      {unstated.length === 0 ? null : (
        <p class="soft">Not stated by any: {unstated.map(({ name }) => name).join(', ')}.</p>
      )}
      <Copies {...{ site, datasets, languages }} />
    </>
  );
}

/** Where and when our copies were harvested, and their problems, in the columns of the datasets. */
function Copies({ datasets, languages }: ComparisonProps) {
  const rows = comparedRows(datasets, copyNames, languages);
  return (
    <section aria-labelledby="copies-title">
      <h2 id="copies-title">About our copies</h2>
      <table class="compared" role="table" aria-labelledby="copies-title">
        <thead role="rowgroup" class="letters-only">
          <tr role="row">
            <td role="cell" />
            {datasets.map(({ letter }) => (
              <th scope="col" role="columnheader">
                <span class="letter">{letter}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ name, values }) => (
            <tr role="row">
              <th scope="row" role="rowheader">
                {name}
              </th>
              <ValueCells values={values} datasets={datasets} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function isSameInAll([first = [], ...others]: readonly ComparedValues[]): boolean {
  return others.every((each) => haveSameValues(first, each));
}

interface ColumnHeadProps {
  readonly site: Site;
  readonly dataset: ComparedDataset;
  readonly datasets: readonly ComparedDataset[];
}

const longestTitle = 150;

function ColumnHead({ site, dataset, datasets }: ColumnHeadProps) {
  return (
    <th scope="col" role="columnheader">
      <DatasetName site={site} dataset={dataset} datasets={datasets} />
    </th>
  );
}

/** The letter and title of a dataset, and a link that removes it from the comparison. */
export function DatasetName({ site, dataset, datasets }: ColumnHeadProps) {
  const { letter, key, resourceKey, title } = dataset;
  const others = datasets.filter((each) => each.key !== key).map((each) => each.key);
  return (
    <>
      <span class="letter">{letter}</span>{' '}
      <a href={datasetHref(site, resourceKey)}>
        <Literal text={shortened(title.text, longestTitle)} language={title.language} />
      </a>{' '}
      <a class="remove" href={compareHref(site, others)}>
        remove<span class="unseen"> {letter}</span>
      </a>
    </>
  );
}

interface DifferingRowProps {
  readonly site: Site;
  readonly row: ComparedRow;
  readonly datasets: readonly ComparedDataset[];
}

function DifferingRow({ site, row, datasets }: DifferingRowProps) {
  const { name, values } = row;
  const places = name === 'Place' ? lettered(datasets) : [];
  const hasMap = hasPlaceToDraw(places);
  return (
    <>
      <tr role="row" class={hasMap ? 'above-map' : undefined}>
        <th scope="row" role="rowheader" rowspan={hasMap ? 2 : undefined}>
          {name} <span class="mark">differs</span>
        </th>
        <ValueCells values={values} datasets={datasets} />
      </tr>
      {hasMap ? (
        <tr role="row" class="drawn">
          <td role="cell" colspan={datasets.length}>
            <LetteredMap site={site} places={places} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface ValueCellsProps {
  readonly values: readonly ComparedValues[];
  readonly datasets: readonly ComparedDataset[];
}

/** A cell for each dataset, with its letter where the cells stand one below the other. */
function ValueCells({ values, datasets }: ValueCellsProps) {
  return (
    <>
      {datasets.map(({ letter }, at) => (
        <td role="cell">
          <span class="letter">{letter}</span>
          <div>
            <Cell values={values} at={at} datasets={datasets} />
          </div>
        </td>
      ))}
    </>
  );
}

interface CellProps extends ValueCellsProps {
  /** The column. */
  readonly at: number;
}

/** Single values as they are; of several values, which of the other datasets have them. */
function Cell({ values, at, datasets }: CellProps) {
  const own = values[at] ?? [];
  if (own.length === 0) return <span class="soft">not stated</span>;
  if (values.every((each) => each.length < 2)) return <Items items={own} />;
  const tests = values.map((each) => testForItem(each));
  const groups = new Map<string, ComparedItem[]>();
  for (const item of own) {
    const others = datasets.filter((_, other) => other !== at && tests[other]?.(item) === true);
    const label = labelOf(others, datasets.length - 1);
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  // What no other dataset has comes first, and what all have last.
  const sorted = [...groups].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return (
    <dl class="shared">
      {sorted.map(([label, items]) => (
        <div>
          <dt class="soft">
            {label}{' '}
            {items.length === 1 ? null : <span class="count">{groupDigits(items.length)}</span>}
          </dt>
          <dd>
            <Items items={items} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const onlyHere = 'Only here';
const inAll = 'In all';

function labelOf(others: readonly ComparedDataset[], all: number): string {
  if (others.length === 0) return onlyHere;
  if (others.length === all) return inAll;
  return `Also in ${others.map(({ letter }) => letter).join(' and ')}`;
}

function rankOf(label: string): number {
  if (label === onlyHere) return 0;
  return label === inAll ? 2 : 1;
}

/** The number of values of one group that are not folded. */
const maxItems = 12;

/** Values in one line; what exceeds the maximum is folded behind its number. */
function Items({ items }: { readonly items: ComparedValues }) {
  // A single further value takes no more room than the line that would hide it.
  const first = items.length <= maxItems + 1 ? items : items.slice(0, maxItems);
  const further = items.slice(first.length);
  return (
    <>
      <JoinedItems items={first} />
      {further.length === 0 ? null : (
        <details class="further">
          <summary>{groupDigits(further.length)} more</summary>
          <JoinedItems items={further} />
        </details>
      )}
    </>
  );
}

function JoinedItems({ items }: { readonly items: ComparedValues }) {
  return (
    <>
      {items.map(({ text, language }, at) => (
        <>
          {at === 0 ? '' : '; '}
          <Literal text={text} language={language} />
        </>
      ))}
    </>
  );
}

function lettered(datasets: readonly ComparedDataset[]): readonly LetteredPlaces[] {
  return datasets.map(({ letter, search }) => ({ letter, boxes: search?.places.boxes ?? [] }));
}
