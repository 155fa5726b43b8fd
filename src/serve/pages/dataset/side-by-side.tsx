import type { Child } from 'hono/jsx';
import type { SearchFacts, Text } from '../../../model/search-facts.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { recordHref } from '../../parts/addresses.ts';
import { Literal } from '../../parts/published.tsx';
import { shortened, webLabel } from '../../parts/short-names.tsx';
import {
  type ComparedProperty,
  comparedRows,
  type ComparedValues,
  haveSameValues,
} from './compared-properties.ts';
import { type DatasetView, ShowAllLink, shownFirst } from './dataset-view.tsx';
import type { DatasetRecord } from './find-dataset.ts';

interface OfView {
  readonly view: DatasetView;
}

/** A comparison of the records of the dataset that marks differences from the first record. */
export function SideBySide({ view }: OfView) {
  const { subject } = view;
  const { records, graphs } = subject;
  if (subject.kind === 'record' || graphs.length < 2) return null;
  const rows = comparedRows(records, properties, view.languages).filter(({ values }) =>
    values.some((each) => each.length > 0),
  );
  const differing = rows.filter(({ values: [first = [], ...others] }) => {
    return others.some((each) => !haveSameValues(each, first));
  }).length;
  return (
    <section id="records" aria-labelledby="records-title">
      <h2 id="records-title">
        Records of this dataset <span class="count">{groupDigits(graphs.length)}</span>
      </h2>
      <p class="soft">
        {differing === 0
          ? 'They agree in everything that is compared here.'
          : 'What differs from the first record is marked.'}
      </p>
      <div class="scroll" tabindex={0} role="region" aria-label="Records side by side">
        <table class="compare">
          <thead>
            <tr>
              <td />
              {records.map((record) => (
                <th scope="col">
                  <RecordLink view={view} record={record} />
                  <br />
                  <bdi class="role">{webLabel(record.copy.facts.documentUrl)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr>
                <th scope="row">{name}</th>
                {records.map((record, at) => (
                  <ComparedCell
                    value={summary(name, values[at] ?? [], record)}
                    isSame={haveSameValues(values[at] ?? [], values[0] ?? [])}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <OtherRecords view={view} />
    </section>
  );
}

/** A record, named by the sources that list it. */
function RecordLink({ view, record }: OfView & { readonly record: DatasetRecord }) {
  return (
    <a href={recordHref(view.site, record.graph)}>
      <bdi>{sourcesText(record)}</bdi>
    </a>
  );
}

/** The same without a link, and with its document, because a source may list several. */
export function RecordNameLink({ record }: { readonly record: DatasetRecord }) {
  return (
    <bdi>
      {sourcesText(record)}, {webLabel(record.copy.facts.documentUrl)}
    </bdi>
  );
}

function sourcesText({ sources }: DatasetRecord): string {
  return sources.length === 0 ? 'record' : shortened(sources.slice(0, 3).join(', '), 60);
}

interface CellProps {
  readonly value: Text;
  /** Whether the first record has the same values. */
  readonly isSame: boolean;
}

function ComparedCell({ value: { text, language }, isSame }: CellProps) {
  const shown: Child =
    text === '' ? (
      <span class="soft">not stated</span>
    ) : (
      <Literal text={text} language={language} />
    );
  if (isSame) return <td>{shown}</td>;
  return (
    <td class="differs">
      <span class="mark">differs:</span> {shown}
    </td>
  );
}

/** The properties in which records of one dataset usually differ. */
const properties = [
  'Title',
  'Description',
  'Licence',
  'Access',
  'Publisher',
  'Published',
  'Modified',
  'Variables',
  'Files',
  'Place',
  'Period',
  'Keywords',
  'Harvested',
] as const satisfies readonly ComparedProperty[];

const maxNames = 3;

/** Several values in one text; many variables and keywords are counted. */
function summary(name: ComparedProperty, values: ComparedValues, record: DatasetRecord): Text {
  const [first, ...others] = values;
  if (first === undefined) return { text: '' };
  if (name === 'Variables') return { text: variablesText(record.search?.variables ?? []) };
  if (name === 'Keywords') return { text: groupDigits(values.length) };
  if (others.length === 0) return { ...first, text: shortened(first.text, 150) };
  const more = values.length - maxNames;
  const texts = values.slice(0, maxNames).map(({ text }) => shortened(text, 80));
  return { text: [...texts, ...(more > 0 ? [`${more} more`] : [])].join(', ') };
}

function variablesText(variables: SearchFacts['variables']): string {
  const concepts = variables.filter((each) => each.concepts.length > 0).length;
  const known = concepts === 0 ? 'none' : groupDigits(concepts);
  return `${groupDigits(variables.length)}, ${known} with concepts`;
}

/** The records that are not compared. */
function OtherRecords({ view }: OfView) {
  const { graphs, records } = view.subject;
  const others = graphs.slice(records.length);
  const shown = shownFirst(view, 'records', others);
  if (others.length === 0) return null;
  return (
    <>
      <p class="soft">Others:</p>
      <ul class="links">
        {shown.map((graph) => (
          <li>
            <a href={recordHref(view.site, graph)}>
              <bdi>{shortened(graph, 150)}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <ShowAllLink
        view={view}
        part="records"
        section="records"
        called="other records"
        shown={shown.length}
        total={others.length}
      />
    </>
  );
}
