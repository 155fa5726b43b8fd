import type { Text } from '../../../model/search-facts.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { compareHref, datasetHref } from '../../parts/addresses.ts';
import { NameValuePair } from '../../parts/layout.tsx';
import { LetteredMap, type LetteredPlaces } from '../../parts/lettered-map.tsx';
import { Literal } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import {
  comparedProperties,
  type ComparedItem,
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

// The title stands above each column.
const rowNames = comparedProperties.filter((name) => name !== 'Title');

/** A column for each dataset, and a row for each property that differs; then what is the same. */
export function Comparison({ site, datasets, languages }: ComparisonProps) {
  const rows = comparedRows(datasets, rowNames, languages);
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
      <table class="compared" role="table" aria-label="What differs">
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
    </>
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
  return (
    <>
      <tr role="row">
        <th scope="row" role="rowheader">
          {name} <span class="mark">differs</span>
        </th>
        {datasets.map(({ letter }, at) => (
          <td role="cell">
            <span class="letter">{letter}</span>
            <div>
              <Cell values={values} at={at} datasets={datasets} />
            </div>
          </td>
        ))}
      </tr>
      {name === 'Place' ? (
        <tr role="row" class="drawn">
          <td role="cell" colspan={datasets.length + 1}>
            <LetteredMap site={site} places={lettered(datasets)} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface CellProps {
  readonly values: readonly ComparedValues[];
  /** The column. */
  readonly at: number;
  readonly datasets: readonly ComparedDataset[];
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

/** The number of values shown of one group. */
const maxItems = 12;

function Items({ items }: { readonly items: ComparedValues }) {
  const shown = items.length <= maxItems + 1 ? items : items.slice(0, maxItems);
  const more = items.length - shown.length;
  return (
    <>
      {shown.map(({ text, language }, at) => (
        <>
          {at === 0 ? '' : '; '}
          <Literal text={text} language={language} />
        </>
      ))}
      {more === 0 ? null : <span class="soft"> and {groupDigits(more)} more</span>}
    </>
  );
}

function lettered(datasets: readonly ComparedDataset[]): readonly LetteredPlaces[] {
  return datasets.map(({ letter, search }) => ({ letter, boxes: search?.places.boxes ?? [] }));
}
