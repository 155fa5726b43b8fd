import type { LookState } from '../../../model/run.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { latestRun } from './read-sources.ts';

/** What the latest look at a URL gave, in words that go with a number. */
export const lookTexts = {
  harvested: 'gave records',
  linked: 'only link to metadata',
  'no-metadata': 'without metadata',
  'metadata-failed': 'with metadata that cannot be used',
  'fetch-failed': 'could not be fetched',
  gone: 'gone',
  disallowed: 'disallowed by robots.txt',
  'not-tried': 'not tried',
} as const satisfies Record<LookState, string>;

/** One URL that a source lists. */
export interface SourceUrl {
  readonly url: string;
  /** What the latest look gave that had something to say: as `status` counts it. */
  readonly state: LookState;
  /** Its state in the latest run of the source; undefined where that did not ask for it. */
  readonly asked: LookState | undefined;
  readonly visitedAt: string | undefined;
  readonly fails: boolean;
}

/** The URLs of a source, in their order, and the latest run that had the source. */
export interface SourceUrls {
  readonly run: string | undefined;
  readonly urls: readonly SourceUrl[];
}

/** The URLs that each source lists. */
export function* readSourceUrls(
  snapshot: Snapshot,
): PausingReading<ReadonlyMap<string, SourceUrls>> {
  const found = new Map<string, { run: string | undefined; urls: SourceUrl[] }>();
  for (const { url, state, listings } of snapshot.outcomes()) {
    yield;
    const visit = snapshot.visitOf(url);
    const visited = visit?.state === 'unchanged' ? state : visit?.state;
    for (const { source } of listings) {
      const known = found.get(source) ?? { run: latestRun(snapshot, source)?.run.run, urls: [] };
      found.set(source, known);
      const asked = visit !== undefined && visit.run === known.run ? visited : undefined;
      const fails = visit?.failures !== undefined;
      known.urls.push({ url, state, asked, visitedAt: visit?.at, fails });
    }
  }
  return found;
}

/** Some of the URLs of a source. */
interface UrlGroup {
  /** Behind a number of URLs, or as a sentence of them. */
  readonly text: string;
  readonly has: (url: SourceUrl) => boolean;
}

/** The states of URLs that answered. */
export const answeredStates: ReadonlySet<LookState | undefined> = new Set([
  'harvested',
  'linked',
  'no-metadata',
  'metadata-failed',
]);

const allUrls: UrlGroup = { text: 'listed', has: () => true };

/** Every number of URLs is of one of these groups; the names are in addresses. */
const urlGroups: Readonly<Record<string, UrlGroup>> = {
  ...groupsOf(
    (state) => state,
    (url, state) => url.state === state,
  ),
  failing: { text: 'failing: what is kept of them only gets older', has: ({ fails }) => fails },
  'run-allowed': {
    text: 'that the latest run could ask for',
    has: ({ asked }) => asked !== 'disallowed',
  },
  'run-due': {
    text: 'due in the latest run',
    has: ({ asked }) => asked !== undefined && asked !== 'disallowed',
  },
  'run-tried': {
    text: 'that the latest run asked for',
    has: ({ asked }) => asked !== undefined && asked !== 'disallowed' && asked !== 'not-tried',
  },
  'run-answered': {
    text: 'that answered in the latest run',
    has: ({ asked }) => answeredStates.has(asked),
  },
  'run-with-metadata': {
    text: 'that offered metadata in the latest run',
    has: ({ asked }) => asked === 'harvested' || asked === 'metadata-failed',
  },
  'run-not-due': {
    text: 'that the latest run left alone',
    has: ({ asked }) => asked === undefined,
  },
  ...groupsOf(
    (state) => `run-${state}`,
    (url, state) => url.asked === state,
    ' in the latest run',
  ),
};

/** A group for each state of a look. */
function groupsOf(
  nameOf: (state: LookState) => string,
  has: (url: SourceUrl, state: LookState) => boolean,
  when = '',
): Readonly<Record<string, UrlGroup>> {
  const states = Object.entries(lookTexts) as [LookState, string][]; // The keys are states.
  return Object.fromEntries(
    states.map(([state, text]) => [
      nameOf(state),
      { text: `${text}${when}`, has: (url: SourceUrl) => has(url, state) },
    ]),
  );
}

/** The group with a name; all URLs where there is none. */
export function urlGroup(name: string | null): UrlGroup {
  return (name !== null && Object.hasOwn(urlGroups, name) && urlGroups[name]) || allUrls;
}
