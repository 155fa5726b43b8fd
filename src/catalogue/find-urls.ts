import { targetUrl } from '../model/target.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { UrlOutcome, UrlVisit } from '../model/url-update.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { readNamedRecords, type UnnamedResources } from './find-records.ts';
import { urlProblemsWithPauses } from './found-problems.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import { describedKey } from './record-names.ts';
import { type OutcomeRow, type RecordFacts, toGraphFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

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
}

/** What the catalogue has about a name. */
interface NamedUrls {
  /** Each URL once: first the named one, then those it led to. */
  readonly looks: readonly StoredVisit[];
  /** Whether the URL itself is not fetched because a source names another URL for its metadata. */
  readonly isElsewhere: boolean;
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
    const kept: RecordFacts[] = [];
    for (const facts of snapshot.factsOfUrl(url)) {
      kept.push(toGraphFacts(facts));
      yield;
    }
    told.set(url, { outcome: { ...outcome, problems }, ...(visit && { visit }), records: kept });
    waiting.push(...takenFrom(snapshot, outcome));
  }
  return { looks: [...told.values()], isElsewhere: own === undefined && describing.length > 0 };
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

/** The keys under which a visit is found by the resources that its listings say are described. */
export function describedNameKeys(outcome: OutcomeRow): ReadonlySet<string> {
  const { url } = outcome;
  const keys = new Set<string>();
  for (const described of describedBy(outcome)) keys.add(describedKey(described, url));
  return keys;
}

/** See `CatalogueStore.describing`. */
export function visitsDescribing(snapshot: Snapshot, name: string): UrlOutcome[] {
  const spelling = identifierName(name);
  return [...snapshot.urlsDescribing(name)]
    .flatMap((url) => snapshot.outcomeOf(url) ?? [])
    .filter((outcome) => describedBy(outcome).some((each) => identifierName(each) === spelling))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/**
 * The resources that the metadata at a URL is said to describe: one per listing, and by links those
 * of further sitemap entries.
 */
function describedBy({ url, listings, signposts }: OutcomeRow): readonly string[] {
  const described = listings.flatMap(({ found }) => found.describes ?? []);
  // Most listings name none; this is the fast path.
  if (described.length === 0) return described;
  const links = signposts?.links ?? [];
  return links
    .filter(({ place, rel }) => place === 'sitemap' && rel === 'describedby')
    .filter(({ target }) => targetUrl(target) === url)
    .map(({ context }) => context)
    .concat(described)
    .filter((each) => each !== url);
}
