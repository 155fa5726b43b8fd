import type { DocumentSummary } from '../catalogue/rows.ts';
import type { ShownResource } from '../catalogue/shown-resource.ts';
import type { FoundRecord } from '../catalogue/find-records.ts';
import type { Problem } from '../model/problem.ts';
import type { DescribedResource, KeptDocument } from '../model/record.ts';
import type { Signpost } from '../model/typed-link.ts';
import type { RemovalReason } from '../model/run.ts';
import type { Tombstone, UrlVisit } from '../model/url-update.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { typeName } from '../rdf/vocabularies.ts';
import { formatCount, formatMoment } from '../text/amounts.ts';
import { cutToWidth, escapeControls } from '../text/printable.ts';
import type { ResourceDetails } from '../views/details/resource-details.ts';
import { validationTexts } from './conformance-lines.ts';
import { firstLines, textParts, wrapWords } from './layout.ts';
import { formatLastVisit, keptSentence, outcomeText } from './visit-texts.ts';
import { detailLines } from './detail-lines.ts';
import { formatListings, formatProblems, linkLines } from './url-explanation.ts';

/** A record, the document it was made from, and the typed links that are kept with it. */
export interface ShownRecord extends FoundRecord {
  /** The last visit of its URL, where that is known. */
  readonly visit?: UrlVisit | undefined;
  readonly document: DocumentSummary | undefined;
  readonly links: readonly Signpost[];
  /** The problems of the record; those of its URL are in `outcome`. */
  readonly problems: readonly Problem[];
  /** The details of its first resources, in their order; may be empty. */
  readonly details: readonly ResourceDetails[];
}

/** The most resources of a record that are shown; a list can describe thousands. */
export const maxResources = 10;
const maxRecords = 50;
const labelWidth = 14;
/** In columns. */
const sentenceWidth = 100;

/** Describes one record for people. @param isLive whether it was visited now, and is not stored */
export function recordSummary(shown: ShownRecord, now: Date, isLive = false): string {
  const { record, links, problems, outcome, kept } = shown;
  const ofUrl = outcome?.problems ?? [];
  return textParts(
    describedLines(shown),
    '',
    kept && [...wrapWords(keptSentence(kept, { subject: 'This record', now }), sentenceWidth), ''],
    isLive ? 'What was found' : 'Our copy',
    copyLines(shown, isLive),
    '',
    linkLines(links, record.documentUrl),
    problems.length > 0 && formatProblems(problems, 'the record'),
    (problems.length === 0 || ofUrl.length > 0) && formatProblems(ofUrl),
    '',
    `More${isLive ? ', with --live' : ''}: --graph (as RDF), --raw (as published), --provenance, ` +
      '--problems, --json',
    '',
  ).join('\n');
}

/** The resources of a record, or the one that was named. */
function describedLines({ record, details, resourceIndex }: ShownRecord): readonly string[] {
  const { describes, graph } = record;
  const isOne = resourceIndex !== undefined;
  const first = resourceIndex ?? 0;
  const shown = describes.slice(first, first + (isOne ? 1 : maxResources));
  const more = describes.length - shown.length;
  const where = isOne ? ` in the record: cdif-graph show ${shellWord(graph)}` : '';
  return textParts(
    shown.flatMap((each, at) => resourceLines(each, details[first + at])),
    more > 0 && `and ${formatCount(more, 'more resource')}${where}`,
  );
}

/**
 * Several records of one name, the summary of its resource, and the command that shows one.
 * @param options for that command
 */
export function recordList(
  name: string,
  records: readonly FoundRecord[],
  {
    shown,
    options = [],
  }: { readonly shown?: ShownResource | undefined; readonly options?: readonly string[] } = {},
): string {
  const graph = shellWord(records[0]?.record.graph ?? '');
  const lines = firstLines(
    records,
    maxRecords,
    ({ record, outcome, kept }) => {
      const [resource] = record.describes;
      const sources = outcome?.listings.map(({ source }) => source).join(', ') ?? '';
      const title = resource === undefined ? '' : titleOf(resource);
      const from = escapeControls(sources && `, from ${sources}`);
      const age = kept === undefined ? '' : `, only kept since ${formatMoment(kept.since)}`;
      return [escapeControls(record.graph), `  ${title}${from}${age}`];
    },
    (more) => `and ${more} more; --json lists them all`,
  );
  return textParts(
    `${formatCount(records.length, 'record')} are named ${escapeControls(name)}:`,
    '',
    summaryLines(shown),
    lines,
    '',
    'Show one of them by the name of its graph: ' +
      ['cdif-graph show', graph, ...options].join(' '),
    '',
  ).join('\n');
}

const maxDescription = 200;

/** The summary of a resource, and the records that give it. */
function summaryLines({ title, types, description }: Partial<ShownResource> = {}): string[] {
  const values = {
    title: [title?.text, title?.from],
    type: [types?.iris.map(typeName).join(', '), types?.from],
    description: [description && cutToWidth(description.text, maxDescription), description?.from],
  };
  const lines = Object.entries(values).flatMap(([label, [text = '', from = '']]) =>
    text === '' ? [] : [line(label, text), line('', `from ${from}`)],
  );
  if (lines.length === 0) return [];
  return ['The resource, from all its records', ...lines, '', 'The records'];
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${escapeControls(text).replaceAll("'", String.raw`'\''`)}'`;
}

function resourceLines(
  resource: DescribedResource,
  details: ResourceDetails | undefined,
): readonly string[] {
  const { iri, identifiers } = resource;
  const named = (details?.identifiers ?? []).flatMap(({ value, url = '' }) => [value, url]);
  const shown = new Set([iri ?? '', ...named].map(identifierName));
  const others = identifiers.filter((identifier) => !shown.has(identifierName(identifier)));
  return textParts(
    titleOf(resource),
    optionalLine('IRI', iri),
    labelled('also', others),
    details && detailLines(details, labelWidth),
  );
}

function copyLines(
  { record, retrieval, run, outcome, document, visit }: ShownRecord,
  isLive: boolean,
): string[] {
  const { finalUrl, at, etag, lastModified } = retrieval;
  const { graph, documentUrl, recordIri, memberOf, profiles, quads } = record;
  const versions = [etag && `ETag ${etag}`, lastModified && `Last-Modified ${lastModified}`];
  return textParts(
    line('graph', graph),
    optionalLine('record IRI', recordIri),
    labelled('profiles', profiles),
    labelled('validated', validationTexts(record.conformance)),
    labelled('in the list', memberOf),
    line('document', documentUrl),
    finalUrl !== documentUrl && line('answered from', finalUrl),
    isLive ? line('fetched', formatMoment(at)) : line('copied', `${formatMoment(at)}, run ${run}`),
    optionalLine('version', versions.filter(Boolean).join(', ') || undefined),
    !isLive && outcome && line('visited', `${formatMoment(outcome.at)}, ${outcomeText(outcome)}`),
    outcome && formatLastVisit(visit, outcome).map(({ label, text }) => line(label, text)),
    optionalLine('found as', document && describeDocument(document)),
    line('statements', String(quads)),
    formatListings(outcome?.listings ?? [], `  ${'sources'.padEnd(labelWidth)}`),
  );
}

/** The route by which a record was extracted, in words. */
export const recordRouteTexts = {
  embedded: 'JSON-LD in a page',
  direct: 'a JSON-LD document',
  rdf: 'RDF in another syntax',
  ogcRecord: 'a record of OGC API Records, mapped to schema.org',
  datacite: 'DataCite metadata, mapped to schema.org',
  crossref: 'metadata of Crossref, mapped to schema.org',
  dublinCore: 'Dublin Core, mapped to schema.org',
  microdata: 'microdata in a page',
  rdfa: 'RDFa in a page',
  metaTags: 'meta tags of a page',
} as const satisfies Record<KeptDocument['route'], string>;

function describeDocument({ route, jsonBytes, piece }: DocumentSummary): string {
  const isItem = piece !== undefined && route === 'direct';
  const nature = isItem ? 'an item of a large list' : recordRouteTexts[route];
  return `${nature}, ${formatCount(jsonBytes, 'byte')}`;
}

/** The name and the types of a resource. */
function titleOf({ name, iri, types }: DescribedResource): string {
  const kinds = types.map(typeName).join(', ');
  return escapeControls(`${name ?? iri ?? '(no name)'}${kinds === '' ? '' : ` (${kinds})`}`);
}

function optionalLine(label: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : line(label, text);
}

/** Values, a line each; the first has the label. */
function labelled(label: string, values: readonly string[]): readonly string[] {
  return values.map((value, at) => line(at === 0 ? label : '', value));
}

function line(label: string, text: string, width = labelWidth): string {
  return `  ${label.padEnd(width)}${escapeControls(text)}`;
}

/** A record as JSON, without its statements and document, which may be large. */
export function recordJson({
  record,
  resourceIndex,
  retrieval,
  run,
  outcome,
  visit,
  document,
  links,
  details,
  problems,
  kept,
}: ShownRecord) {
  return {
    ...record,
    ...(resourceIndex !== undefined && { resourceIndex }),
    retrieval,
    run,
    ...(document && {
      route: document.route,
      baseIri: document.baseIri,
      jsonBytes: document.jsonBytes,
      isPiece: document.piece !== undefined,
    }),
    links,
    details,
    problems,
    ...(outcome && { outcome }),
    ...(visit && { visit }),
    ...(kept && { kept }),
  };
}

/** Why a record was removed, in a few words. */
export const removalTexts: Readonly<Record<RemovalReason, string>> = {
  gone: 'the server answered that its URL no longer exists',
  unlisted: 'its sources no longer list its URL',
  dropped: 'a visit of its URL no longer found it',
  rebuilt: 'a rebuild no longer derived it from the kept documents',
};

/** Says when and why a record was removed. */
export function tombstoneSummary(tombstone: Tombstone): string {
  const { graph, documentUrl, at, run, reason, sources, recordIri, describes } = tombstone;
  const { title, copiedAt } = tombstone;
  const when = `${formatMoment(at)}${run === undefined ? '' : `, run ${run}`}`;
  const values: (readonly [string, string | undefined])[] = [
    ['removed', `${when}: ${removalTexts[reason]}`],
    ['titled', title],
    ['copied', copiedAt && formatMoment(copiedAt)],
    ['from', documentUrl === graph ? undefined : documentUrl],
    ['record', recordIri],
    ...describes.map((iri) => ['described', iri] as const),
    ['sources', sources.length === 0 ? undefined : sources.join(', ')],
  ];
  return textParts(
    escapeControls(graph),
    ...values.map(([label, value]) => value !== undefined && line(label, value, 12)),
    '',
  ).join('\n');
}
