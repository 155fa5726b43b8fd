import { localNameOf } from '../rdf/iri.ts';
import type { SkipReason } from '../model/outcome.ts';
import { problemCatalogue } from '../model/problem-catalogue.ts';
import { formatNotDueCounts } from '../model/revisit.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  type LeftOutCounts,
  type ListingState,
  type SourceReport,
} from '../model/run.ts';
import {
  countKeptRecords,
  funnelOf,
  type SourceFailure,
  sourceFailures,
} from '../pipeline/report/run-report.ts';
import { otherTypes, sumCounts } from '../pipeline/report/source-ledger.ts';
import { formatCount } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { firstLines, textParts } from './layout.ts';
import type { SourceChoice } from './source-choice.ts';

/** The funnel of one source, with its records. */
export function formatSourceFunnel(source: SourceReport): string[] {
  return [
    source.source,
    ...(source.listing === 'limited' && source.skipped['not-sampled'] !== undefined
      ? ['  Only a sample of the URLs was visited.']
      : listingNote[source.listing]),
    ...sourceFailures(source).map((kind) => `  Failed (exit code 4): ${describeFailure(kind)}`),
    ...funnelLines(source),
  ];
}

/** The funnel of all sources together, where not all are listed. */
export function formatTotalFunnel(
  sources: readonly SourceReport[],
  { more, quiet }: SourceChoice<SourceReport>,
): string[] {
  if (more.length + quiet.length === 0) return [];
  const failed = sources.filter((source) => sourceFailures(source).length > 0).length;
  const listings = Object.entries(listingsOfSources).map(([state, text]) => {
    const count = sources.filter(({ listing }) => listing === state).length;
    return count > 0 && `  The listing of ${formatCount(count, 'source')} ${text}.`;
  });
  return textParts(
    `All ${formatCount(sources.length, 'source')}`,
    failed > 0 && `  ${formatCount(failed, 'source')} failed (exit code 4)`,
    ...listings,
    funnelLines(sumOfSources(sources)),
  );
}

const listingsOfSources: Partial<Record<ListingState, string>> = {
  incomplete: 'is incomplete',
  limited: 'was cut short by --limit',
  interrupted: 'was interrupted',
};

type Funnelled = Pick<
  SourceReport,
  'urls' | 'records' | 'quads' | 'skipped' | 'leftOut' | 'doneBefore' | 'notDue'
>;

function sumOfSources(sources: readonly SourceReport[]): Funnelled {
  const sum = { urls: emptyUrlCounts(), records: emptyRecordCounts(), skipped: {}, leftOut: {} };
  let quads = 0;
  let doneBefore = 0;
  for (const source of sources) {
    addCounts(sum.urls, source.urls);
    addCounts(sum.records, source.records);
    addCounts(sum.skipped, source.skipped);
    addCounts(sum.leftOut, source.leftOut ?? {});
    quads += source.quads;
    doneBefore += source.doneBefore;
  }
  return { ...sum, quads, doneBefore, ...notDueOfAll(sources) };
}

/** Absent where an older version did not count it for every source. */
function notDueOfAll(sources: readonly SourceReport[]): Pick<SourceReport, 'notDue'> {
  const counts = sources.flatMap(({ notDue }) => notDue ?? []);
  if (counts.length < sources.length) return {};
  const [until] = counts.flatMap((each) => each.until ?? []).toSorted();
  const lastmod = counts.reduce((sum, each) => sum + each.lastmod, 0);
  const recheck = counts.reduce((sum, each) => sum + each.recheck, 0);
  const list = counts.reduce((sum, each) => sum + (each.list ?? 0), 0);
  const rest = { ...(list === 0 ? {} : { list }), ...(until === undefined ? {} : { until }) };
  return { notDue: { lastmod, recheck, ...rest } };
}

/** Adds counts to a sum. */
export function addCounts(
  sum: Partial<Record<string, number>>,
  counts: Readonly<Partial<Record<string, number>>>,
): void {
  for (const [name, count = 0] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
}

function funnelLines(source: Funnelled): string[] {
  const { urls, skipped } = source;
  const funnel = funnelOf(source);
  const { 'not-due': notDue, 'no-metadata': without } = urls;
  return textParts(
    line('discovered', funnel.discovered, skippedText(countsByText(skipped, urlSkips))),
    line('allowed', funnel.allowed, losses({ 'disallowed by robots.txt': urls.disallowed })),
    notDue > 0 && line('due', funnel.due, losses(countNotDue(source))),
    line('tried', funnel.tried, losses({ 'not tried': urls['not-tried'] })),
    line(
      'answered',
      funnel.answered,
      losses({ 'could not be fetched': urls['fetch-failed'], gone: urls.gone }),
    ),
    line(
      'with metadata',
      funnel.withMetadata,
      losses({ 'without metadata': without, 'with only links to metadata': urls.linked }),
    ),
    line(
      'harvested',
      funnel.harvested,
      losses({
        'with metadata that could not be used': urls['metadata-failed'],
        'with records that do not conform': urls.nonconforming,
      }),
    ),
    funnel.missed > 0 &&
      line(
        'not listed',
        funnel.missed,
        losses({ forgotten: urls.unlisted, 'kept for now': urls.missing }),
      ),
    line('records', countKeptRecords(source.records), recordText(source)),
    descriptionLine(source),
  );
}

/** Why a source gives the exit code 4: the title and the kind of the problem. */
export function describeFailure(kind: SourceFailure): string {
  return `${problemCatalogue[kind].title} (${kind})`;
}

/**
 * Counts the URLs that are not due by reason; reports of older versions name fewer reasons.
 * @param timeText writes a time
 */
export function countNotDue(
  { urls, doneBefore, notDue }: Pick<SourceReport, 'urls' | 'doneBefore' | 'notDue'>,
  timeText?: (at: string) => string,
): Readonly<Record<string, number>> {
  const reasons =
    notDue === undefined
      ? { 'not due': urls['not-due'] - doneBefore }
      : formatNotDueCounts(notDue, timeText);
  return { 'visited by the run that this one continues': doneBefore, ...reasons };
}

const listingNote: Record<ListingState, readonly string[]> = {
  complete: [],
  incomplete: ['  The listing is empty or incomplete; see the problems below.'],
  partial: ['  The listing names only what is new; URLs that it named before are visited, too.'],
  limited: ['  The listing was cut short by --limit.'],
  interrupted: ['  The run was interrupted before the listing was complete.'],
};

function line(label: string, count: number, remark: string): string {
  return `  ${label.padEnd(14)}${String(count).padStart(8)}${remark === '' ? '' : `   ${remark}`}`;
}

function losses(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).filter(([, count]) => count > 0);
  return texts.map(([text, count]) => `${count} ${text}`).join(', ');
}

/** Skips that the line `discovered` counts. */
const urlSkips: Partial<Record<SkipReason, string>> = {
  excluded: 'excluded by the configuration',
  'not-sampled': 'left out of the sample',
  'already-listed': 'listed more than once',
  deleted: 'listed as deleted, and never harvested',
};

/** Skips of descriptions, which are not URLs, so their line is below the funnel. */
const documentSkips: Partial<Record<SkipReason, string>> = {
  'page-furniture': 'that only describe the page itself',
  outranked: 'replaced by one that is labelled as CDIF',
  'repeated-on-page': 'that their page or list repeats',
  template: 'that are a schema, context or frame',
  // The last one, because the list of types follows it.
  'type-not-wanted': 'of types that the source does not want',
};

function skippedText(counts: Readonly<Record<string, number>>): string {
  const skipped = losses(counts);
  return skipped === '' ? '' : `skipped: ${skipped}`;
}

function descriptionLine({ leftOut, skipped }: Funnelled): string | undefined {
  const counts = countsByText(skipped, documentSkips);
  const count = sumCounts(counts);
  if (count === 0) return undefined;
  const types = leftOut === undefined ? '' : ` (${formatUnwantedTypes(leftOut)})`;
  return line('descriptions', count, `${skippedText(counts)}${types}`);
}

/** Counts by their texts, in the order of the texts. */
export function countsByText<Name extends string>(
  counts: Readonly<Partial<Record<Name, number>>>,
  texts: Readonly<Partial<Record<Name, string>>>,
): Record<string, number> {
  const names = Object.keys(texts) as Name[]; // The keys of a record by name are names.
  return Object.fromEntries(
    names.map((name): [string, number] => [texts[name] ?? name, counts[name] ?? 0]),
  );
}

function recordText({ records, quads }: Funnelled): string {
  const { added, replaced, unchanged, removed, kept } = records;
  const inCatalogue = losses({
    added,
    replaced,
    unchanged,
    'would be stored': records['would-load'],
    'not due': records['not-due'],
    kept,
    'kept because the visit failed': records['failed-kept'],
    'kept because the new version does not conform': records['nonconforming-kept'],
  });
  const statements = quads === 0 ? '' : ` (${formatCount(quads, 'statement')})`;
  // Their number is not part of the sum on the left.
  const keptOut = records['nonconforming-new'];
  const others = losses({
    removed,
    failed: records['failed-new'],
    'kept out, as they do not conform': keptOut,
  });
  return [`${inCatalogue}${statements}`, others].filter((text) => text !== '').join('; ');
}

/** As many types as fit a line. */
const maxTypes = 5;

/** The most frequent types of the records that were left out: `12 Person, 3 Place`. */
export function formatUnwantedTypes(counts: LeftOutCounts): string {
  const sorted = Object.entries(counts).toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  );
  return firstLines(
    sorted,
    maxTypes,
    ([types, count]) => `${count} ${formatTypes(types)}`,
    (more) => `${more} more`,
  ).join(', ');
}

/** The local names of types that are separated by blanks, as the keys of `LeftOutCounts` are. */
export function formatTypes(types: string): string {
  if (types === otherTypes) return types;
  const names = types.split(' ').map(localNameOf);
  return types === '' ? 'without a type' : escapeControls(names.join(' + '));
}
