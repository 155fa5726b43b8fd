import { targetUrl, type Listing } from '../model/target.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import { addKeptRecords, type KeptRecords } from '../model/kept-records.ts';
import type { UrlOutcome, KnownUrl, UrlVisit } from '../model/url-update.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { keptCopy, readNamedRecords, type UnnamedResources } from './find-records.ts';
import { findSitemapLooks, type SitemapLook } from './find-sitemaps.ts';
import { urlProblemsWithPauses } from './found-problems.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import { type RecordFacts, toGraphFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import { describedBy, isCompleteKey } from './keys.ts';
import type { KeptDocument, RetrievalWay } from '../model/record.ts';
import type { Catalogue } from './catalogue.ts';
import { setImmediate } from 'node:timers/promises';

/** The latest visits that concern a URL. */
interface NamedVisits {
  /** The visit to the URL itself, in this or an equivalent spelling. */
  readonly own: UrlOutcome | undefined;
  /** Visits to URLs that a source says hold its metadata. */
  readonly describing: readonly UrlOutcome[];
}

/** Finds the visits for a name, which need not be a URL. */
export function findVisits(snapshot: Snapshot, name: string): NamedVisits {
  const url = targetUrl(name.trim());
  const written = name === '' ? undefined : snapshot.outcomeOf(name);
  const own = written ?? (url === undefined ? undefined : snapshot.outcomeOf(url));
  return { own, describing: visitsDescribing(snapshot, url ?? name) };
}

/** What the catalogue has about one URL. */
export interface StoredVisit {
  /** With a bounded number of problems of its records. */
  readonly outcome: UrlOutcome;
  /** The latest visit, where it was recorded. */
  readonly visit?: UrlVisit;
  readonly records: readonly RecordFacts[];
  /** Those of them that are only kept; absent where there are none. */
  readonly kept?: KeptRecords;
}

/** What the catalogue has about a name. */
interface NamedUrls {
  /** Each URL once: first the named one, then those it led to. */
  readonly looks: readonly StoredVisit[];
  /** Whether the URL itself is not fetched because a source names another URL for its metadata. */
  readonly isElsewhere: boolean;
  /** How sources read the URL as a sitemap. */
  readonly sitemaps: readonly SitemapLook[];
}

/** Limit of the URLs that are shown because the named one led to them. */
const maxTold = 20;

/** Collects a URL, or the URLs of the named records, and the offers that were taken from them. */
export function* findUrlsWithPauses(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): InterruptibleReading<NamedUrls> {
  const told = new Map<string, StoredVisit>();
  const { own, describing } = findVisits(snapshot, name);
  const looks = own === undefined ? describing : [own, ...describing];
  const records = own === undefined ? yield* readNamedRecords(snapshot, name, unnamed) : [];
  const waiting = [...looks, ...records.flatMap(({ outcome }) => outcome ?? [])];
  for (let outcome = waiting.shift(); outcome !== undefined; outcome = waiting.shift()) {
    const { url } = outcome;
    if (told.has(url) || told.size >= maxTold) continue;
    const visit = snapshot.visitOf(url);
    const problems = yield* readProblemsToTell(snapshot, url);
    const stored = yield* readRecordsOfUrl(snapshot, outcome);
    told.set(url, { outcome: { ...outcome, problems }, ...(visit && { visit }), ...stored });
    waiting.push(...takenFrom(snapshot, outcome));
  }
  const url = targetUrl(name.trim());
  const sitemaps = url === undefined ? [] : yield* findSitemapLooks(snapshot, url);
  const isElsewhere = own === undefined && describing.length > 0;
  return { looks: [...told.values()], isElsewhere, sitemaps };
}

/** The records of a URL, and those of them that are only kept. */
function* readRecordsOfUrl(
  snapshot: Snapshot,
  outcome: UrlOutcome,
): InterruptibleReading<Pick<StoredVisit, 'kept' | 'records'>> {
  const { url } = outcome;
  const records: RecordFacts[] = [];
  let kept: KeptRecords | undefined;
  for (const facts of snapshot.factsOfUrl(url)) {
    records.push(toGraphFacts(facts));
    const document = snapshot.documentFacts(url, facts.document);
    const copy = document && keptCopy(snapshot, { facts, document }, outcome);
    if (copy !== undefined) kept = addKeptRecords(kept, copy);
    yield;
  }
  return { records, ...(kept && { kept }) };
}

/** The visits to the offers that a visit took. */
function takenFrom(snapshot: Snapshot, { signposts }: UrlOutcome): readonly UrlOutcome[] {
  const offers = signposts?.offers ?? [];
  return offers.flatMap(({ verdict, via, url }) => {
    const target = verdict === 'taken' && via !== 'script' ? targetUrl(url) : undefined;
    return (target !== undefined && snapshot.outcomeOf(target)) || [];
  });
}

/** The problems of a URL and its records, and how many more there are. */
function* readProblemsToTell(
  snapshot: Snapshot,
  url: string,
): InterruptibleReading<readonly Problem[]> {
  const tally = new ProblemTally();
  for (const found of urlProblemsWithPauses(snapshot, url)) {
    if (found !== undefined) tally.add(found.problem);
    yield;
  }
  return tally.list({ url });
}

/**
 * The outcomes of URLs whose metadata a listing says describes this name (a link of a sitemap
 * entry, a template), without that of the URL itself; in the order of the URLs.
 */
function visitsDescribing(snapshot: Snapshot, name: string): UrlOutcome[] {
  const spelling = identifierName(name);
  return [...snapshot.urlsDescribing(name)]
    .flatMap((url) => snapshot.outcomeOf(url) ?? [])
    .filter((outcome) => describedBy(outcome).some((each) => identifierName(each) === spelling))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/** A known URL that was not listed. */
export interface UnlistedUrl {
  readonly url: string;
  /** One for each source that lists it. */
  readonly listings: readonly Listing[];
  readonly records: number;
  /** Whether its latest visit found that it is gone. */
  readonly isGone: boolean;
}

/** A URL with its stored documents. */
export interface StoredUrl {
  readonly url: string;
  /** Can be read several times. */
  readonly documents: Iterable<KeptDocument>;
}

/** How many keys are read at once; each read has a fixed cost and holds a snapshot. */
const keysAtOnce = 1000;

/**
 * The documents of each URL, in the order of the URLs. Texts are read on demand and no snapshot is
 * held in between, so the catalogue can be written meanwhile; documents removed before their turn
 * are left out.
 */
export async function* storedUrls(catalogue: Catalogue): AsyncGenerator<StoredUrl> {
  let urls = catalogue.read((snapshot) => nextUrls(snapshot));
  while (urls.length > 0) {
    for (const { url, hashes } of urls) {
      yield { url, documents: { [Symbol.iterator]: () => documentsOf(catalogue, url, hashes) } };
    }
    const last = urls.at(-1)?.url;
    urls = catalogue.read((snapshot) => nextUrls(snapshot, last));
  }
}

function* documentsOf(
  catalogue: Catalogue,
  url: string,
  hashes: readonly string[],
): Generator<KeptDocument> {
  for (const sha256 of hashes) {
    const document = catalogue.read((snapshot) => snapshot.document(url, sha256));
    if (document !== undefined) yield document;
  }
}

/** The URLs after `last`, each with the hashes of all its documents. */
function nextUrls(snapshot: Snapshot, last?: string) {
  const urls: { readonly url: string; readonly hashes: string[] }[] = [];
  let keys = 0;
  for (const { url, sha256 } of snapshot.documentsBehind(last)) {
    const current = urls.at(-1);
    if (current?.url === url) current.hashes.push(sha256);
    else if (keys >= keysAtOnce) break;
    else urls.push({ url, hashes: [sha256] });
    keys += 1;
  }
  return urls;
}

/** How many URLs are read at once; the consumer may remove them before the next are read. */
const urlsAtOnce = 500;

/** See `HarvestLog.missing`. In the order of the URLs. */
export async function* unlistedUrls(
  catalogue: Catalogue,
  isListed: (url: string) => boolean,
): AsyncGenerator<UnlistedUrl> {
  // All keys at once: a URL takes some hundred bytes, and the running harvest changes the database.
  const keys = catalogue.read((snapshot) => [...snapshot.urlKeys()]);
  const missing = keys.filter((key) => !isCompleteKey(key) || !isListed(key));
  for (let at = 0; at < missing.length; at += urlsAtOnce) {
    yield* catalogue.read((snapshot) =>
      missing.slice(at, at + urlsAtOnce).flatMap((key) => {
        const outcome = snapshot.outcomeAt(key);
        if (outcome === undefined || isListed(outcome.url)) return [];
        const { url, listings, state } = outcome;
        const records = [...snapshot.factsOfUrl(url)].length;
        return [{ url, listings, records, isGone: state === 'gone' }];
      }),
    );
    await setImmediate();
  }
}

/** What earlier runs recorded about a URL, without records that are pending removal. */
export function knownUrl(snapshot: Snapshot, url: string): KnownUrl | undefined {
  const outcome = snapshot.outcomeOf(url);
  if (outcome === undefined) return undefined;
  const visit = snapshot.visitOf(url);
  const size = { records: 0, quads: 0 };
  let hasLeaving = false;
  for (const { graph, quads } of snapshot.factsOfUrl(url)) {
    if (snapshot.isLeaving(graph)) hasLeaving = true;
    else {
      size.records += 1;
      size.quads += quads;
    }
  }
  return { outcome, ...(visit && { visit }), ...size, ...(hasLeaving && { hasLeaving }) };
}

/** How each record of a URL was retrieved; undefined where its document is missing. */
export function retrievalWays(
  snapshot: Snapshot,
  url: string,
): readonly (RetrievalWay | undefined)[] {
  return Array.from(snapshot.factsOfUrl(url), ({ document }) => {
    const facts = snapshot.documentFacts(url, document);
    return facts && { route: facts.route, negotiated: facts.retrieval.negotiated === true };
  });
}
