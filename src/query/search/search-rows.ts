import { shownText } from '../../facts/text/shown-text.ts';
import type { Text } from '../../model/search-facts.ts';
import { utcMs } from '../../text/utc-time.ts';
import type { SearchSort } from './search-request.ts';

/** An entry that meets the conditions, one for each resource. */
export interface FoundEntry {
  readonly resource: string;
  readonly entry: string;
  readonly graph: string;
  readonly title?: string;
}

/** A row of an answer in the SPARQL 1.1 Query Results JSON Format. */
type Row = Readonly<
  Record<string, { readonly value: string; readonly 'xml:lang'?: string } | undefined>
>;

interface Entry extends FoundEntry {
  rank: number;
  titles: Text[];
  values: string[];
}

/**
 * The answer to a composed search (`composeSearch`), in order: by rank, by title, by the time that begins last or by the last
 * change; what has none of it comes last. Ties are ordered by title and then by resource, so that the order is always the same. Of a
 * resource with several entries the best one stands for it.
 */
export function rankedEntries(answer: string, sort: SearchSort): readonly FoundEntry[] {
  // The engine wrote it.
  const { results } = JSON.parse(answer) as {
    readonly results: { readonly bindings: readonly Row[] };
  };
  const entries = new Map<string, Entry>();
  for (const row of results.bindings) addRow(entries, row);
  const sorted = Array.from(entries.values(), keyed(sort)).toSorted(compare);
  const found = new Map<string, FoundEntry>();
  for (const {
    entry: { resource, entry, graph },
    title,
  } of sorted) {
    if (found.has(resource)) continue;
    found.set(resource, { resource, entry, graph, ...(title === undefined ? {} : { title }) });
  }
  return [...found.values()];
}

function addRow(entries: Map<string, Entry>, row: Row): void {
  const { entry, resource, graph, title, value, rank } = row;
  if (entry === undefined || resource === undefined || graph === undefined) return;
  const known = entries.get(entry.value) ?? {
    resource: resource.value,
    entry: entry.value,
    graph: graph.value,
    rank: Number(rank?.value ?? 0),
    titles: [],
    values: [],
  };
  entries.set(entry.value, known);
  if (title !== undefined) {
    known.titles.push({ text: title.value, language: title['xml:lang'] ?? '' });
  }
  if (value !== undefined) known.values.push(value.value);
}

/** What entries are compared by: numbers and texts, the greater numbers first. */
interface Keyed {
  readonly entry: Entry;
  readonly title: string | undefined;
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

function keyed(sort: SearchSort): (entry: Entry) => Keyed {
  return (entry) => {
    const title = shownText(entry.titles)?.text;
    const latest = sort === 'time' ? latestOf(entry.values.map(yearOf)) : 0;
    const modified = sort === 'modified' ? (entry.values.toSorted().at(-1) ?? '') : '';
    return {
      entry,
      title,
      numbers: [
        sort === 'relevance' ? entry.rank : 0,
        latest,
        modified === '' ? -Infinity : utcMs(modified),
        title === undefined ? 0 : 1,
      ],
      texts: [title?.toLowerCase() ?? '', title ?? '', entry.resource, entry.entry],
    };
  };
}

/** There may be more than a call takes arguments. */
function latestOf(years: readonly number[]): number {
  return years.reduce((latest, year) => Math.max(latest, year), -Infinity);
}

/** An xsd:double, of which SPARQL spells the infinite as JavaScript does not. */
function yearOf(text: string): number {
  return text === '-INF' ? -Infinity : text === 'INF' ? Infinity : Number(text);
}

function compare(one: Keyed, other: Keyed): number {
  for (const [at, number] of one.numbers.entries()) {
    const difference = (other.numbers[at] ?? 0) - number;
    // Of two that are infinite there is none.
    if (!Number.isNaN(difference) && difference !== 0) return difference;
  }
  for (const [at, text] of one.texts.entries()) {
    const its = other.texts[at] ?? '';
    if (text !== its) return text < its ? -1 : 1;
  }
  return 0;
}
