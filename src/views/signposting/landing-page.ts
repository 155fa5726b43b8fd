import { termIris } from '../../facts/record/vocabulary-iris.ts';
import type { FactNode } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { textTerms } from '../../facts/record/text-terms.ts';
import { fallbacks } from '../../model/fallback.ts';
import { isAtResolver, persistentUrl } from '../../rdf/resolvable.ts';
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

const otherPages = termIris('foaf:page schema:mainEntityOfPage');

/** The page about a resource. */
export interface LandingPage {
  readonly address: string;
  /** Whether it is the content itself, in place of a missing page. */
  readonly isContent: boolean;
}

/** The sources of a landing page. */
export interface PageSources {
  readonly resource: FactNode;
  readonly contents: readonly Content[];
  /** The IRI of the record graph. */
  readonly graph: string;
  readonly place: DocumentPlace;
  readonly origin: RecordOrigin;
}

/** A possible address of the page. */
interface Candidate {
  /** Lower is better. */
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

/**
 * The page that contains the record, and those that link to it; none if it contains other records.
 */
function pagesAround({ graph, origin }: PageSources): readonly string[] {
  if (graph.includes('#')) return [];
  const isInPage = origin.route === 'embedded' || fallbacks.some((each) => each === origin.route);
  return [...(isInPage ? [origin.finalUrl] : []), ...origin.linkedIn];
}
