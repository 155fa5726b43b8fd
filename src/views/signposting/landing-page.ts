import type { FactNode, FactValue } from '../../facts/record/record-graph.ts';
import { readDigitalObjects } from '../../facts/record/files.ts';
import { readPublishedIdentifiers } from '../../facts/record/names-and-identifiers.ts';
import { fileTerms, termIris, textTerms } from '../../facts/record/properties.ts';
import type { RecordOrigin } from '../../model/record.ts';
import { fallbacks } from '../../model/typed-link.ts';
import { isAtResolver, persistentUrl } from '../../rdf/identifiers.ts';
import {
  addressOfName,
  type DocumentContext,
  isContentAddress,
  isLinkTarget,
  isUsableWebAddress,
  literalOrIri,
  literalsOrIrisOfNested,
  literalsOrIrisUnder,
  readSingleMediaType,
} from './link-targets.ts';

const otherPages = termIris('foaf:page schema:mainEntityOfPage');

/** The page about a resource. */
export interface LandingPage {
  readonly address: string;
  /** Whether it is the content itself, in place of a missing page. */
  readonly isContent: boolean;
}

/** The sources of a landing page. */
interface PageSources {
  readonly resource: FactNode;
  readonly contents: readonly ContentAddress[];
  /** The IRI of the record graph. */
  readonly graph: string;
  readonly context: DocumentContext;
  readonly origin: RecordOrigin;
}

/** A possible address of the page. */
interface Candidate extends LandingPage {
  /** Lower is better. */
  readonly rank: number;
}

const ranks = {
  page: 1,
  otherPage: 2,
  around: 3,
  name: 4,
  onlyContent: 5,
  /** A persistent identifier leads to the page, and replaces it if nothing else is known. */
  pid: 6,
  /** A file that the record states as page. */
  file: 7,
} as const;

/**
 * The landing page of a resource: the stated page, else the page that contains or links to the
 * record, else the IRI of the resource, else its only content. A file is no page, even if the
 * record says so.
 */
export function findLandingPage(sources: PageSources): LandingPage | undefined {
  const { resource, contents, context } = sources;
  const files = new Set(contents.flatMap(({ address, isFile }) => (isFile ? [address] : [])));
  const stated = [
    ...candidates(ranks.page, literalsOrIrisUnder(resource, textTerms.pages)),
    ...candidates(ranks.otherPage, literalsOrIrisUnder(resource, otherPages)),
    ...candidates(ranks.otherPage, literalsOrIrisOfNested(resource, otherPages, textTerms.links)),
  ];
  const isFileForPage = stated.some(({ address }) => files.has(address));
  const only = contents.filter(({ isOnly }) => isOnly).map(({ address }) => address);
  const onlyRank = isFileForPage ? ranks.file : ranks.onlyContent;
  const found = [
    ...stated.filter(({ address }) => !files.has(address)),
    ...candidates(ranks.around, pagesAround(sources)),
    ...candidates(ranks.name, [addressOfName(resource, context) ?? '']),
    ...candidates(onlyRank, only, true),
    ...candidates(ranks.pid, readPublishedIdentifiers(resource)).filter(({ address }) =>
      isAtResolver(address),
    ),
  ];
  const [best] = found
    .filter(({ address }) => isUsableWebAddress(address, context) && isLinkTarget(address, context))
    .toSorted(byRank);
  if (best === undefined) return undefined;
  // `#/` and `#!` are client-side routes.
  const address = best.address.replace(/#(?![/!]).*/su, '');
  return { address, isContent: best.isContent || files.has(best.address) };
}

/** Replaces persistent identifiers by their resolver URLs, which rank last. */
function candidates(
  rank: number,
  texts: readonly string[],
  isContent = false,
): readonly Candidate[] {
  return texts.map((text) => {
    const address = persistentUrl(text)?.url ?? text;
    const isPid = isAtResolver(address);
    return { rank: isPid ? Math.max(rank, ranks.pid) : rank, address, isContent };
  });
}

function byRank(one: Candidate, other: Candidate): number {
  return one.rank - other.rank || (one.address < other.address ? -1 : 1);
}

/** The page that contains the record alone, and the pages that link to it. */
function pagesAround({ graph, origin }: PageSources): readonly string[] {
  if (graph.includes('#')) return [];
  const isInPage = origin.route === 'embedded' || fallbacks.some((each) => each === origin.route);
  return [...(isInPage ? [origin.finalUrl] : []), ...origin.linkedIn];
}

/** An address of a resource's content. */
export interface ContentAddress {
  /** The distribution, the file in one, or the resource itself. */
  readonly value: FactValue;
  readonly address: string;
  /** Whether it is stated as content address, and is no web page. */
  readonly isFile: boolean;
  /** Whether it is the only distribution. */
  readonly isOnly: boolean;
}

/** The addresses of the resource's own content, its distributions and the files in them. */
export function readContentAddresses(
  resource: FactNode,
  context: DocumentContext,
): readonly ContentAddress[] {
  const direct = new Set(resource.values(fileTerms.distributions));
  const own = literalsOrIrisUnder(resource, fileTerms.contents).map((address) =>
    createContent(address, resource, false),
  );
  const objects = readDigitalObjects(resource).flatMap(({ value }) => {
    const isDirect = direct.has(value);
    const stated = value.kind === 'literal' ? [] : literalsOrIrisUnder(value, fileTerms.contents);
    if (stated.length > 0) {
      return stated.map((address) => createContent(address, value, isDirect && direct.size === 1));
    }
    return readPlaceAddresses(value, isDirect).map((address): ContentAddress => {
      return { value, address, isFile: false, isOnly: false };
    });
  });
  return [...own, ...objects].filter(({ address }) => isContentAddress(address, context));
}

function createContent(address: string, value: FactValue, isOnly: boolean): ContentAddress {
  return { value, address, isFile: !isWebPage(value, address), isOnly };
}

function isWebPage(value: FactValue, address: string): boolean {
  const type = readSingleMediaType(value);
  if (type === undefined) return /\.x?html?(?:[?#]|$)/iu.test(address);
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** The address of a distribution without content address. Services have no single one. */
function readPlaceAddresses(value: FactValue, isDirect: boolean): readonly string[] {
  if (value.kind === 'literal' || !value.isDescribed) {
    const stated = isDirect ? literalOrIri(value) : undefined;
    return stated === undefined ? [] : [stated];
  }
  return value.values(fileTerms.actions).length > 0
    ? []
    : literalsOrIrisUnder(value, fileTerms.places);
}
