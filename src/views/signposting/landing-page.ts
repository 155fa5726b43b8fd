import type { FactNode } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { textTerms } from '../../facts/record/text-terms.ts';
import { fallbacks } from '../../model/fallback.ts';
import { isAtResolver, persistentUrl } from '../../rdf/resolvable.ts';
import { vocabulary } from '../../rdf/vocabularies.ts';
import type { RecordOrigin } from '../../model/record.ts';
import type { Content } from './contents.ts';
import {
  isTarget,
  isWebAddress,
  nameOf,
  saidIn,
  saidInside,
  type DocumentPlace,
} from './node-addresses.ts';

const schema = vocabulary('http://schema.org/', 'mainEntityOfPage');
const foaf = vocabulary('http://xmlns.com/foaf/0.1/', 'page');

const otherPages = [foaf.page, schema.mainEntityOfPage];

/** The page about a resource. */
export interface LandingPage {
  readonly address: string;
  /** Whether it is the content itself, which stands for a page where there is none. */
  readonly isContent: boolean;
}

/** What is known of a resource, for its landing page. */
export interface PageSources {
  readonly resource: FactNode;
  readonly contents: readonly Content[];
  /** The IRI of the record graph. */
  readonly graph: string;
  readonly place: DocumentPlace;
  readonly origin: RecordOrigin;
}

/** An address that may be that of the page. */
interface Candidate {
  /** Less is better. */
  readonly rank: number;
  readonly address: string;
  readonly isContent: boolean;
}

const ranks = {
  called: 1,
  otherPage: 2,
  around: 3,
  name: 4,
  onlyContent: 5,
  /** A persistent identifier leads to the page, and stands for it where there is nothing else. */
  pid: 6,
  /** What the record calls the page of itself. */
  file: 7,
} as const;

/**
 * The landing page of a resource: what the record calls so, else the page in which it stands or
 * that leads to it, else what the resource is called, else its only content. A file is not the page
 * about itself, even where the record says so.
 */
export function landingPage(sources: PageSources): LandingPage | undefined {
  const { resource, contents, place } = sources;
  const files = new Set(contents.flatMap(({ address, isFile }) => (isFile ? [address] : [])));
  const said = [
    ...candidates(ranks.called, saidIn(resource, textTerms.pages)),
    ...candidates(ranks.otherPage, saidIn(resource, otherPages)),
    ...candidates(ranks.otherPage, saidInside(resource, otherPages, textTerms.links)),
  ];
  const isFileForPage = said.some(({ address }) => files.has(address));
  const only = contents.filter(({ isOnly }) => isOnly).map(({ address }) => address);
  const onlyRank = isFileForPage ? ranks.file : ranks.onlyContent;
  const found = [
    ...said.filter(({ address }) => !files.has(address)),
    ...candidates(ranks.around, pagesAround(sources)),
    ...candidates(ranks.name, [nameOf(resource, place) ?? '']),
    ...candidates(onlyRank, only, true),
    ...candidates(ranks.pid, identifiersIn(resource)).filter(({ address }) =>
      isAtResolver(address),
    ),
  ];
  const [best] = found
    .filter(({ address }) => isWebAddress(address, place) && isTarget(address, place))
    .toSorted(byRank);
  if (best === undefined) return undefined;
  // Behind `#/` and `#!` is the route of a page that builds itself.
  const address = best.address.replace(/#(?![/!]).*/su, '');
  return { address, isContent: best.isContent || files.has(best.address) };
}

/** Persistent identifiers are where these are resolved, and come after all others. */
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

/**
 * The page in which the record stands, and those that lead to it; not where it has others beside
 * it.
 */
function pagesAround({ graph, origin }: PageSources): readonly string[] {
  if (graph.includes('#')) return [];
  const isInPage = origin.route === 'embedded' || fallbacks.some((each) => each === origin.route);
  return [...(isInPage ? [origin.finalUrl] : []), ...origin.linkedIn];
}
