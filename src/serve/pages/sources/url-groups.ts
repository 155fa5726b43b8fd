import type { VisitState, RecordState } from '../../../model/run.ts';

/** What the run that visited a URL last did to one of its records. */
export type RecordChange = 'added' | 'replaced' | 'leaving';

/** A listed URL with the result of its latest visit. */
export interface UrlOfSource {
  readonly url: string;
  /** The state of the latest visit, as `status` counts it. */
  readonly state: VisitState;
  /** The run of the latest visit; undefined if an older program visited the URL. */
  readonly run: string | undefined;
  /** The state of the URL in that run. */
  readonly visited: VisitState | undefined;
  readonly visitedAt: string | undefined;
  readonly fails: boolean;
  records: number;
  /** The number of records that the run changed, by change. */
  readonly changes: Partial<Record<RecordChange, number>>;
  /** Whether a record was removed since, because a later run no longer found it. */
  hasLost: boolean;
}

/** The result of the latest visit of a URL, as text after a number. */
export const visitTexts = {
  harvested: 'gave records',
  linked: 'only link to metadata',
  'no-metadata': 'without metadata',
  'metadata-failed': 'with metadata that cannot be used',
  nonconforming: 'with records that do not conform',
  'fetch-failed': 'could not be fetched',
  gone: 'gone',
  disallowed: 'disallowed by robots.txt',
  'not-tried': 'not tried',
} as const satisfies Record<VisitState, string>;

/**
 * The result of a visit in the latest run of a source.
 * @param run the latest run of the source
 * @returns undefined where that run did not request the URL
 */
export function stateInLatestRun({ run: last, visited }: UrlOfSource, run: string | undefined) {
  return last === run ? visited : undefined;
}

/** The same after `URLs`, in a heading. */
const lookHeadings = {
  ...visitTexts,
  harvested: 'that gave records',
  linked: 'that only link to metadata',
  'fetch-failed': 'that could not be fetched',
  gone: 'that are gone',
} as const satisfies Record<VisitState, string>;

/** The host and port of a URL, as runs name the hosts that they gave up. */
export function hostWithPort(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/u.exec(url)?.[1];
}

/** Some URLs of a source. */
interface UrlGroup {
  /** Follows `URLs`, in a heading. */
  readonly text: string;
  /** @param asked the result of `stateInLatestRun` */
  readonly has: (url: UrlOfSource, asked: VisitState | undefined) => boolean;
}

/** The states of URLs that answered. */
export const answeredStates: ReadonlySet<VisitState | undefined> = new Set([
  'harvested',
  'linked',
  'no-metadata',
  'metadata-failed',
  'nonconforming',
]);

const statesWithMetadata: ReadonlySet<VisitState> = new Set([
  'harvested',
  'metadata-failed',
  'nonconforming',
]);

const allUrls: UrlGroup = { text: 'listed', has: () => true };

/** Every figure of URLs is the size of one of these groups; URLs of pages use their names. */
const urlGroups: Readonly<Record<string, UrlGroup>> = {
  all: allUrls,
  ...groupsOf(
    (state) => state,
    ({ state }) => state,
  ),
  failing: { text: 'whose latest visit failed', has: ({ fails }) => fails },
  'failing-with-records': {
    text: 'whose latest visit failed, with records from before',
    has: ({ fails, records }) => fails && records > 0,
  },
  'run-listed': { text: 'that the latest run listed', has: (_, asked) => asked !== undefined },
  'run-allowed': {
    text: 'that the latest run could ask for',
    has: (_, asked) => asked !== 'disallowed',
  },
  'run-due': {
    text: 'due in the latest run',
    has: (_, asked) => asked !== undefined && asked !== 'disallowed',
  },
  'run-tried': {
    text: 'that the latest run asked for',
    has: (_, asked) => asked !== undefined && asked !== 'disallowed' && asked !== 'not-tried',
  },
  'run-answered': {
    text: 'that answered in the latest run',
    has: (_, asked) => answeredStates.has(asked),
  },
  'run-with-metadata': {
    text: 'that offered metadata in the latest run',
    has: (_, asked) => asked !== undefined && statesWithMetadata.has(asked),
  },
  'run-loaded': {
    text: 'with records that are new or changed in the latest run',
    has: (url, asked) => asked === 'harvested' && isChanged(url),
  },
  'run-unchanged': {
    text: 'with the same records as before in the latest run',
    has: (url, asked) => asked === 'harvested' && !isChanged(url),
  },
  'run-not-due': {
    text: 'that the latest run did not ask for',
    has: (_, asked) => asked === undefined,
  },
  ...groupsOf(
    (state) => `run-${state}`,
    (_, asked) => asked,
    ' in the latest run',
  ),
};

function isChanged({ changes, hasLost }: UrlOfSource): boolean {
  return hasLost || (changes.added ?? 0) + (changes.replaced ?? 0) > 0;
}

/** A group for each state of a visit. */
function groupsOf(
  nameOf: (state: VisitState) => string,
  stateOf: (url: UrlOfSource, asked: VisitState | undefined) => VisitState | undefined,
  when = '',
): Readonly<Record<string, UrlGroup>> {
  const states = Object.entries(lookHeadings) as [VisitState, string][]; // The keys are states.
  return Object.fromEntries(
    states.map(([state, text]) => [
      nameOf(state),
      {
        text: `${text}${when}`,
        has: (url: UrlOfSource, asked?: VisitState) => stateOf(url, asked) === state,
      },
    ]),
  );
}

/** The group with a name; by default all URLs. */
export function urlGroup(name: string | null): UrlGroup {
  return (name !== null && Object.hasOwn(urlGroups, name) && urlGroups[name]) || allUrls;
}

/** The states of records that exist after a run. */
export type ShownState = Exclude<
  RecordState,
  'removed' | 'failed-new' | 'nonconforming-new' | 'would-load'
>;

/** What the latest run of a source did to a record, in words after a number of records. */
export const recordStateTexts = {
  added: 'added',
  replaced: 'changed',
  unchanged: 'as before',
  'not-due': 'of URLs that were not asked for',
  kept: 'kept, as their URL could not be asked or they wait to be removed',
  'failed-kept': 'kept where the look at their URL failed',
  'nonconforming-kept': 'kept where the new version does not conform',
} as const satisfies Record<ShownState, string>;

/**
 * @param asked the result of `stateInLatestRun`
 * @param change of the record by that run
 */
export function recordState(
  asked: VisitState | undefined,
  change: RecordChange | undefined,
): ShownState {
  if (change === 'leaving') return 'kept';
  if (asked === undefined) return 'not-due';
  if (asked === 'harvested') return change ?? 'unchanged';
  if (asked === 'nonconforming') return 'nonconforming-kept';
  return answeredStates.has(asked) || asked === 'fetch-failed' ? 'failed-kept' : 'kept';
}

/** Every figure of records is the size of one of these groups; URLs of pages use their names. */
const recordGroups: Readonly<Record<string, readonly ShownState[]>> = {
  ...Object.fromEntries(Object.keys(recordStateTexts).map((state) => [state, [state]])),
  // A run keeps the records of URLs that it did not list.
  unasked: ['not-due', 'kept'],
};

/** The number of URLs, or records, in each group of a source. */
export interface GroupCounts {
  readonly urls: ReadonlyMap<string, number>;
  readonly records: ReadonlyMap<string, number>;
  /** The number of URLs per host that the latest run did not request. */
  readonly leftHosts: ReadonlyMap<string, number>;
}

/** The records of a URL by their state in the latest run of the source. */
function recordCounts(url: UrlOfSource, run: string | undefined): ReadonlyMap<ShownState, number> {
  const asked = stateInLatestRun(url, run);
  const counts = new Map<ShownState, number>();
  const add = (change: RecordChange | undefined, count: number): void => {
    const state = recordState(asked, change);
    counts.set(state, (counts.get(state) ?? 0) + count);
  };
  let others = url.records;
  for (const [change, count] of Object.entries(url.changes) as [RecordChange, number][]) {
    add(change, count); // The keys are changes.
    others -= count;
  }
  add(undefined, others);
  return counts;
}

/**
 * The number of records of a URL in some states.
 * @param states undefined for all
 */
export function countInGroup(
  url: UrlOfSource,
  run: string | undefined,
  states: readonly ShownState[] | undefined,
): number {
  return states === undefined ? url.records : sumOf(recordCounts(url, run), states);
}

function sumOf(counts: ReadonlyMap<ShownState, number>, states: readonly ShownState[]): number {
  return states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
}

/** The group of records with a name; undefined for all records. */
export function recordGroup(name: string | null): readonly ShownState[] | undefined {
  return name !== null && Object.hasOwn(recordGroups, name) ? recordGroups[name] : undefined;
}

/** Counts the URLs and records of one source. */
export class GroupCounter {
  readonly #run: string | undefined;
  readonly #urls = new Map<string, number>();
  readonly #records = new Map<string, number>();
  readonly #leftHosts = new Map<string, number>();

  /** @param run the latest run of the source */
  constructor(run: string | undefined) {
    this.#run = run;
  }

  add(url: UrlOfSource): void {
    const asked = stateInLatestRun(url, this.#run);
    for (const [name, { has }] of groups) {
      if (has(url, asked)) addTo(this.#urls, name, 1);
    }
    if (asked === 'not-tried') addTo(this.#leftHosts, hostWithPort(url.url) ?? '', 1);
    if (url.records === 0) return;
    const counts = recordCounts(url, this.#run);
    for (const [name, states] of groupsOfRecords) {
      addTo(this.#records, name, sumOf(counts, states));
    }
    addTo(this.#records, 'all', url.records);
  }

  counts(): GroupCounts {
    return { urls: this.#urls, records: this.#records, leftHosts: this.#leftHosts };
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

const groups = Object.entries(urlGroups);
const groupsOfRecords = Object.entries(recordGroups);
