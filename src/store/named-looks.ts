import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { UrlOutcome } from '../model/run.ts';
import { targetUrl } from '../model/target-url.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { looksDescribing } from './described-names.ts';
import { readNamedRecords, type UnnamedResources } from './find-records.ts';
import { pausingProblemsOfUrl } from './found-problems.ts';
import { factsOf } from './graph-facts.ts';
import type { PausingReading } from './in-turns.ts';
import type { RecordFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The latest visits that concern a URL. */
export interface NamedLooks {
  /** The visit to the URL itself, in this or an equivalent spelling. */
  readonly own: UrlOutcome | undefined;
  /** Visits to URLs that a source says hold its metadata. */
  readonly describing: readonly UrlOutcome[];
}

/** Finds the visits for a name, which need not be a URL. */
export function looksNamed(snapshot: Snapshot, name: string): NamedLooks {
  const url = targetUrl(name.trim());
  const written = name === '' ? undefined : snapshot.outcomeOf(name);
  const own = written ?? (url === undefined ? undefined : snapshot.outcomeOf(url));
  return { own, describing: looksDescribing(snapshot, url ?? name) };
}

/** What the catalogue has about one URL. */
export interface KeptLook {
  /** With a bounded number of problems of its records. */
  readonly outcome: UrlOutcome;
  /** The latest visit, where it was recorded. */
  readonly visit?: UrlVisit;
  readonly records: readonly RecordFacts[];
}

/** What the catalogue has about a name. */
export interface NamedUrls {
  /** Each URL once: first the named one, then those it led to. */
  readonly looks: readonly KeptLook[];
  /** Whether the URL itself is not fetched because a source names another URL for its metadata. */
  readonly isElsewhere: boolean;
}

/** Limit of the URLs that are shown because the named one led to them. */
const maxTold = 20;

/** Collects a URL, or the URLs of the named records, and the offers that were taken from them. */
export function* readUrlsNamed(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): PausingReading<NamedUrls> {
  const told = new Map<string, KeptLook>();
  const { own, describing } = looksNamed(snapshot, name);
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
      kept.push(factsOf(facts));
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
function* readProblemsToTell(snapshot: Snapshot, url: string): PausingReading<readonly Problem[]> {
  const tally = new ProblemTally();
  for (const found of pausingProblemsOfUrl(snapshot, url)) {
    if (found !== undefined) tally.add(found.problem);
    yield;
  }
  return tally.list({ url });
}
