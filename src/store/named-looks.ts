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

/** The latest looks that the catalogue has at a URL. */
export interface NamedLooks {
  /** That at the URL itself, as it is written or spelt otherwise. */
  readonly own: UrlOutcome | undefined;
  /** Those at what a source says to be its metadata. */
  readonly describing: readonly UrlOutcome[];
}

/** The looks at what somebody names, which may be no URL. */
export function looksNamed(snapshot: Snapshot, name: string): NamedLooks {
  const url = targetUrl(name.trim());
  const written = name === '' ? undefined : snapshot.outcomeOf(name);
  const own = written ?? (url === undefined ? undefined : snapshot.outcomeOf(url));
  return { own, describing: looksDescribing(snapshot, url ?? name) };
}

/** All that is kept of one URL. */
export interface KeptLook {
  /** With the problems of its records, too, as far as they are of use to people. */
  readonly outcome: UrlOutcome;
  /** When it was asked for last, where that is known. */
  readonly visit?: UrlVisit;
  readonly records: readonly RecordFacts[];
}

/** What is kept of what somebody names. */
export interface NamedUrls {
  /** Each URL once: first what is named, then what that led to. */
  readonly looks: readonly KeptLook[];
  /** Whether the URL itself is not asked for, since a source says where its metadata is. */
  readonly isElsewhere: boolean;
}

/** URLs led to from one are told with it, as many as are of use to people. */
const maxTold = 20;

/**
 * What is kept of a URL, or of those that the named records are from, and of what was taken of
 * their offers.
 */
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

/** The looks at the offers that were taken of a look. */
function takenFrom(snapshot: Snapshot, { signposts }: UrlOutcome): readonly UrlOutcome[] {
  const offers = signposts?.offers ?? [];
  return offers.flatMap(({ verdict, via, url }) => {
    const target = verdict === 'taken' && via !== 'script' ? targetUrl(url) : undefined;
    return (target !== undefined && snapshot.outcomeOf(target)) || [];
  });
}

/** Those of a URL and of its records, and how many more there are. */
function* readProblemsToTell(snapshot: Snapshot, url: string): PausingReading<readonly Problem[]> {
  const tally = new ProblemTally();
  for (const found of pausingProblemsOfUrl(snapshot, url)) {
    if (found !== undefined) tally.add(found.problem);
    yield;
  }
  return tally.list({ url });
}
