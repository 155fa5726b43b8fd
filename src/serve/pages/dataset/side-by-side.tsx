import type { Child } from 'hono/jsx';
import { textForReader } from '../../../facts/text/text-languages.ts';
import type { SearchFacts, Text } from '../../../model/search-facts.ts';
import { formatDate, groupDigits } from '../../../text/amounts.ts';
import {
  accessWords,
  isSaidByTag,
  licenceName,
  shortened,
  webLabel,
} from '../../parts/short-names.tsx';
import { ageWords, boxesWords, longPeriodWords } from '../../parts/place-and-time-words.ts';
import { Literal } from '../../parts/published.tsx';
import { recordHref } from '../../parts/addresses.ts';
import { statedFiles } from './files.tsx';
import { type DatasetView, ShowAllLink, shownFirst } from './dataset-view.tsx';
import { agentLabel } from './people.tsx';
import type { DatasetRecord } from './find-dataset.ts';

interface OfView {
  readonly view: DatasetView;
}

/** A comparison of the records of the dataset that marks differences from the first record. */
export function SideBySide({ view }: OfView) {
  const { subject } = view;
  const { records, graphs } = subject;
  if (subject.kind === 'record' || graphs.length < 2) return null;
  const rows = comparedRows(records, view.languages);
  const differing = rows.filter(({ texts: [first, ...others] }) => {
    return others.some(({ text }) => text !== first?.text);
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
            {rows.map(({ name, texts }) => (
              <tr>
                <th scope="row">{name}</th>
                {texts.map((text) => (
                  <ComparedCell value={text} first={texts[0]} />
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
  readonly first: Text | undefined;
}

function ComparedCell({ value: { text, language }, first }: CellProps) {
  const shown: Child =
    text === '' ? (
      <span class="soft">not stated</span>
    ) : (
      <Literal text={text} language={language} />
    );
  if (text === first?.text) return <td>{shown}</td>;
  return (
    <td class="differs">
      <span class="mark">differs:</span> {shown}
    </td>
  );
}

interface ComparedRow {
  readonly name: string;
  /** One value per record. */
  readonly texts: readonly Text[];
}

/** Removes rows that are empty for all records. */
function comparedRows(
  records: readonly DatasetRecord[],
  languages: readonly string[],
): readonly ComparedRow[] {
  const rows = Object.entries(compared).map(([name, read]) => ({
    name,
    texts: records.map((record) => {
      const text = read(record, languages);
      return typeof text === 'string' ? { text } : text;
    }),
  }));
  return rows.filter(({ texts }) => texts.some(({ text }) => text !== ''));
}

/** Reads a compared value; empty where the record has none. */
type ReadCompared = (record: DatasetRecord, languages: readonly string[]) => string | Text;

const compared: Readonly<Record<string, ReadCompared>> = {
  Title: ({ search }, languages) => comparedText(search?.texts.titles ?? [], languages),
  Description: ({ search }, languages) => comparedText(search?.texts.descriptions ?? [], languages),
  Licence: fromSearchFacts(({ texts }) => {
    const licences = texts.licences.filter((each) => !isSaidByTag(texts.access, each));
    return names(licences.map((each) => shortened(licenceName(each), 60)));
  }),
  Access: fromSearchFacts(({ texts }) =>
    texts.access === undefined ? '' : accessWords[texts.access],
  ),
  Publisher: ({ details }) => {
    const publishers = (details?.agents ?? []).filter(({ role }) => role === 'publisher');
    return names(publishers.flatMap((agent) => agentLabel(agent) ?? []));
  },
  Published: fromSearchFacts(({ texts }) => formatDate(texts.issued ?? '')),
  Modified: fromSearchFacts(({ texts }) => formatDate(texts.modified ?? '')),
  Variables: fromSearchFacts(({ variables }) => variablesText(variables)),
  Files: ({ details, search }) => {
    const listed = details === undefined ? 0 : statedFiles(details).length;
    const count = search?.files ?? listed;
    return count === 0 ? '' : groupDigits(count);
  },
  Place: fromSearchFacts(
    ({ places }) => boxesWords(places.boxes) ?? names(places.names.map(({ text }) => text)),
  ),
  Period: fromSearchFacts(({ times }) => {
    return names([...times.periods.map(longPeriodWords), ...times.ages.map(ageWords)]);
  }),
  Keywords: fromSearchFacts(({ texts }) =>
    texts.keywords.length === 0 ? '' : groupDigits(texts.keywords.length),
  ),
  Harvested: ({ copy }) => formatDate(copy.document.retrieval.at),
};

function comparedText(texts: readonly Text[], languages: readonly string[]): Text {
  const { text, ...more } = textForReader(texts, languages) ?? { text: '' };
  return { text: shortened(text, 150), ...more };
}

function fromSearchFacts(read: (search: SearchFacts) => string): (record: DatasetRecord) => string {
  return ({ search }) => (search === undefined ? '' : read(search));
}

const maxNames = 3;

function names(texts: readonly string[]): string {
  const more = texts.length - maxNames;
  const first = texts.slice(0, maxNames).map((text) => shortened(text, 80));
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function variablesText(variables: SearchFacts['variables']): string {
  const concepts = variables.filter((each) => each.concepts.length > 0).length;
  if (variables.length === 0) return '';
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
