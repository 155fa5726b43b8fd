import type { Config, Source } from '../config/schema.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { LiveSettings } from './live-settings.ts';
import { runHarvest } from './run-harvest.ts';

/** What came of one URL in a look of which nothing is kept. */
export interface LiveLook {
  readonly outcome: UrlOutcome;
  readonly records: readonly RecordGraph[];
  /** Those that belong to the records. */
  readonly recordProblems: readonly Problem[];
  /** What the records were made from. */
  readonly documents: readonly KeptDocument[];
  /** How these were had; absent where nothing came. */
  readonly retrieval?: Retrieval;
}

export interface LiveRequest {
  readonly config: Config;
  readonly settings: LiveSettings;
  /** The URL as its source is known to list it or to lead to it. */
  readonly target?: Target | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The name under which a look without a source lists the URL. */
const liveSource = 'command-line';

/**
 * Looks at a URL, and at what it leads to, as a harvest of a source does, and stores nothing. What the source includes and
 * excludes does not matter.
 * @returns the looks in the order in which they ended, that at the URL itself first
 * @throws {Fault} as a harvest does
 */
export async function lookLive(
  url: string,
  { config, settings, target, signal, now }: LiveRequest,
): Promise<readonly LiveLook[]> {
  const looks = new Map<string, LookUnderWay>();
  const onUpdate = (update: UrlUpdate): void => {
    const { url: of, graphs, recordProblems = [], documents, retrieval, end } = update;
    const look = looks.get(of) ?? { records: [], recordProblems: [], documents: [] };
    look.records.push(...graphs);
    look.recordProblems.push(...recordProblems);
    look.documents.push(...documents);
    if (retrieval !== undefined) look.retrieval = retrieval;
    if (end !== undefined) look.outcome = end.outcome;
    looks.set(of, look);
  };
  const sources = [sourceFor(url, settings)];
  const targets = target === undefined ? {} : { targets: [target] };
  // Nothing is kept that would be lost.
  await runHarvest({
    config,
    sources,
    ...targets,
    dryRun: true,
    onUpdate,
    signal,
    graceMs: 0,
    now,
  });
  return [...looks.values()]
    .flatMap(({ outcome, ...look }) => (outcome === undefined ? [] : [{ outcome, ...look }]))
    .toSorted((one, other) => depthOf(one) - depthOf(other));
}

interface LookUnderWay {
  outcome?: UrlOutcome;
  readonly records: RecordGraph[];
  readonly recordProblems: Problem[];
  readonly documents: KeptDocument[];
  retrieval?: Retrieval;
}

/** The URL alone as a source, under the name of the one whose settings it takes: by that the configuration is asked, too. */
function sourceFor(url: string, settings: LiveSettings): Source {
  const alone = { kind: 'urls', urls: [url], include: [], exclude: [] } as const;
  if (settings.source === undefined) return { ...alone, name: liveSource };
  return { ...settings.source, ...alone };
}

function depthOf({ outcome: { listings } }: LiveLook): number {
  return listings[0]?.depth ?? 0;
}
