import { recordDocument } from '../../../catalogue/find-records.ts';
import type { GraphFacts } from '../../../catalogue/rows.ts';
import type { Snapshot, GraphPiece } from '../../../catalogue/snapshot.ts';
import {
  type CitedWork,
  formatBibtex,
  formatRis,
  readCitedWork,
} from '../../../export/citation.ts';
import { type PublishedRecord, recordJsonLd } from '../../../export/record-json-ld.ts';
import { kernelJsonLdText, serialisations } from '../../../export/serialisations.ts';
import { findCdifLabel } from '../../../model/media-type.ts';
import { readRecordGraph } from '../../../facts/record/record-graph.ts';
import { kernelJsonText, kernelProfiles } from '../../../views/kernel/kernel-profiles.ts';
import type { KernelRecord } from '../../../views/kernel/kernel-record.ts';
import { kernelRecord } from '../../../views/kernel/read-kernel.ts';
import {
  linkFieldValue,
  type LinkSet,
  linksetJson,
  linksetText,
  type SignpostingLink,
} from '../../../views/signposting/link-sets.ts';
import type { PageAnswer } from '../../page.ts';
import { type Site, urlOnSite } from '../../site.ts';
import { type DatasetFormat, datasetMediaTypes, datasetPath } from './dataset-address.ts';
import {
  datasetTitle,
  type FoundDataset,
  joinedDetails,
  preferredTextOf,
  readShownDataset,
  type ShownDataset,
} from './find-dataset.ts';

interface FormOf {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly found: FoundDataset;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** The writers of each format; undefined if a page has no such format. */
const bodies = {
  jsonld: (of) => statementsIn('jsonld', of),
  ttl: (of) => statementsIn('ttl', of),
  nq: (of) => statementsIn('nq', of),
  'linkset.json': (of) => {
    return `${JSON.stringify(linksetJson(pageLinkSets(of.site, subjectOf(of))))}\n`;
  },
  linkset: (of) => linksetText(pageLinkSets(of.site, subjectOf(of))),
  bib: (of) => formatBibtex(citedWorkOfDataset(of.site, subjectOf(of), of.languages)),
  ris: (of) => formatRis(citedWorkOfDataset(of.site, subjectOf(of), of.languages)),
  'kernel.json': (of) => {
    const record = kernelOf(of);
    return record && kernelJsonText(record, kernelProfiles.rda);
  },
  'kernel.jsonld': (of) => {
    const record = kernelOf(of);
    return record && kernelJsonLdText(record);
  },
  raw: ({ snapshot, found: { kind, records } }) => {
    return kind === 'record' ? recordDocument(snapshot, records[0].graph)?.json : undefined;
  },
} as const satisfies Record<DatasetFormat, (of: FormOf) => PageAnswer['body'] | undefined>;

/** A page in a format besides HTML; undefined if it has none. */
export function formatAnswer(form: DatasetFormat, of: FormOf): PageAnswer | undefined {
  const body = bodies[form](of);
  if (body === undefined) return undefined;
  const { site, found } = of;
  const mediaType = datasetMediaTypes[form];
  const isText = /^text\/|bibtex|research-info/u.test(mediaType);
  const page = urlOnSite(site, datasetPath(found));
  return {
    contentType: isText ? `${mediaType}; charset=utf-8` : mediaType + profileParameter(form, found),
    body,
    headers: {
      Link: `<${page}>; rel="describes"; type="text/html"`,
      'Content-Disposition': `inline; filename="${fileNameOf(found, form)}"`,
    },
  };
}

/**
 * The profiles that label a format of a page: the word of CDIF for a record that claims one of its
 * profiles (CDIF 1.0, publication).
 */
export function formatProfiles(
  form: DatasetFormat,
  { kind, records }: FoundDataset,
): readonly ['CDIF1.0'] | readonly [] {
  const isCdif = findCdifLabel(records[0].copy.facts.profiles) === 'record';
  return isCdif && form === 'jsonld' && kind === 'record' ? ['CDIF1.0'] : [];
}

function profileParameter(form: DatasetFormat, found: FoundDataset): string {
  return formatProfiles(form, found)
    .map((profile) => `; profile="${profile}"`)
    .join('');
}

function fileNameOf({ key }: FoundDataset, form: DatasetFormat): string {
  return form === 'raw' ? `${key}.raw.jsonld` : `${key}.${form}`;
}

/** Larger documents are streamed and not cached. */
const maxWholeStatements = 2000;

function statementsIn(
  format: 'jsonld' | 'nq' | 'ttl',
  { snapshot, found }: FormOf,
): PageAnswer['body'] {
  const { graphs, kind, records } = found;
  let statements = 0;
  for (const { copy } of records) statements += copy.facts.quads;
  const isShort = graphs.length === records.length && statements <= maxWholeStatements;
  const parts =
    format === 'jsonld' && kind === 'record'
      ? recordJsonLd(publishedRecord(snapshot, records[0].copy.facts))
      : serialised(format, piecesOf(snapshot, graphs));
  return isShort ? [...parts].join('') : parts;
}

/** A record as harvesters get it. */
export function publishedRecord(snapshot: Snapshot, facts: GraphFacts): PublishedRecord {
  const { graph, recordIri, describes } = facts;
  const resources = describes.map(({ iri, node }) => iri ?? node);
  return {
    graph,
    nquads: snapshot.nquadsOf(graph) ?? '',
    recordIri,
    resources: resources.filter((name) => name !== undefined),
  };
}

function* piecesOf(snapshot: Snapshot, graphs: readonly string[]): Generator<GraphPiece> {
  for (const graph of graphs) yield { graph, nquads: snapshot.nquadsOf(graph) ?? '' };
}

function* serialised(
  format: 'jsonld' | 'nq' | 'ttl',
  pieces: Iterable<GraphPiece>,
): Generator<string> {
  const document = serialisations[format]();
  yield document.head;
  for (const piece of pieces) if (piece.nquads !== '') yield* document.write(piece);
  yield document.end();
}

function subjectOf({ snapshot, found, languages }: FormOf): ShownDataset {
  return readShownDataset(snapshot, found, { extent: 'first', languages });
}

function kernelOf({ snapshot, found }: FormOf): KernelRecord | undefined {
  const [record] = found.records;
  const { graph, resource } = record;
  const { nquads } = preferredTextOf(snapshot, record, 'first');
  return kernelRecord(readRecordGraph({ graph, nquads }), resource);
}

/** The citation of the resource of a page, in the preferred language of the reader. */
export function citedWorkOfDataset(
  site: Site,
  subject: ShownDataset,
  languages: readonly string[],
): CitedWork {
  return readCitedWork({
    details: joinedDetails(subject),
    title: datasetTitle(subject, languages).text,
    page: subject.publisherLinks?.anchor ?? urlOnSite(site, datasetPath(subject)),
  });
}

/** The relations of the publisher's links that also hold for our page about the resource. */
const shared: ReadonlySet<string> = new Set(['author', 'cite-as', 'item', 'license', 'type']);

/**
 * The typed links of the page (FAIR Signposting, level 2): the authors, licence and contents that
 * the record states, the formats of our metadata, and the linkset with all of these.
 */
function pageLinks(site: Site, subject: ShownDataset): LinkSet {
  const stated = (subject.publisherLinks?.links ?? []).filter(({ rel }) => shared.has(rel));
  const types = stated.filter(({ rel }) => rel === 'type');
  const aboutPage = { rel: 'type', target: 'https://schema.org/AboutPage', profiles: [] } as const;
  const isPage = types.some(({ target }) => target === aboutPage.target);
  return {
    sender: 'landing page',
    anchor: urlOnSite(site, datasetPath(subject)),
    links: [
      ...stated.filter(({ rel }) => rel !== 'item' && rel !== 'author'),
      ...(isPage ? [] : [aboutPage]),
      ...ownLinks(site, subject),
      ...stated.filter(({ rel }) => rel === 'author'),
      ...stated.filter(({ rel }) => rel === 'item'),
    ],
  };
}

/** The links of the page, and of the documents that describe it. */
function pageLinkSets(site: Site, subject: ShownDataset): readonly LinkSet[] {
  const page = pageLinks(site, subject);
  const back = urlOnSite(site, datasetPath(subject));
  const documents = page.links.filter(({ rel }) => rel === 'describedby');
  return [
    page,
    ...documents.map(({ target }): LinkSet => ({
      sender: 'metadata',
      anchor: target,
      links: [{ rel: 'describes', target: back, type: 'text/html', profiles: [] }],
    })),
  ];
}

/** Servers and proxies accept header fields of 8 KB in total. */
const maxHeaderCharacters = 4000;

/** The relations to drop from a `Link` header that would be too long; the linkset has them all. */
const leftOut = [[], ['item'], ['item', 'author']] as const satisfies readonly string[][];

/**
 * The value of the `Link` header of the page, reduced to the most important relations where there
 * are very many links.
 */
export function linkHeader(site: Site, subject: ShownDataset): string {
  const page = pageLinks(site, subject);
  const linkset = page.links.filter(({ rel }) => rel === 'linkset');
  const fields = leftOut.map((rels: readonly string[]) =>
    linkFieldValue({ ...page, links: page.links.filter(({ rel }) => !rels.includes(rel)) }),
  );
  const short = fields.find((field) => field.length <= maxHeaderCharacters);
  return short ?? linkFieldValue({ ...page, links: linkset });
}

function ownLinks(site: Site, subject: ShownDataset): readonly SignpostingLink[] {
  const forms = [
    ['describedby', 'jsonld'],
    ['describedby', 'ttl'],
    ['describedby', 'nq'],
    ['linkset', 'linkset.json'],
    ['linkset', 'linkset'],
  ] as const;
  return forms.map(([rel, form]) => ({
    rel,
    target: urlOnSite(site, datasetPath(subject, form)),
    type: datasetMediaTypes[form],
    profiles: formatProfiles(form, subject),
  }));
}
