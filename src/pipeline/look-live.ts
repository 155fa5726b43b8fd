import type { Config } from '../config/schema.ts';
import type { RecordGraph } from '../model/record.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { runHarvest } from './run-harvest.ts';

/** What came of one URL in a look of which nothing is kept. */
export interface LiveLook {
  readonly outcome: UrlOutcome;
  readonly records: readonly RecordGraph[];
}

export interface LiveRequest {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The name under which such a look lists the URL. */
export const liveSource = 'command-line';

/**
 * Looks at a URL, and at what it leads to, as a harvest does, and stores nothing.
 * @returns the looks in the order in which they ended, that at the URL itself first
 * @throws {Fault} as a harvest does
 */
export async function lookLive(
  url: string,
  { config, signal, now }: LiveRequest,
): Promise<readonly LiveLook[]> {
  const looks = new Map<string, { outcome?: UrlOutcome; records: RecordGraph[] }>();
  const onUpdate = ({ url: of, graphs, end }: UrlUpdate): void => {
    const look = looks.get(of) ?? { records: [] };
    look.records.push(...graphs);
    if (end !== undefined) look.outcome = end.outcome;
    looks.set(of, look);
  };
  const source = { kind: 'urls', urls: [url], name: liveSource, include: [], exclude: [] } as const;
  await runHarvest({ config, sources: [source], dryRun: true, onUpdate, signal, now });
  return [...looks.values()]
    .flatMap(({ outcome, records }) => (outcome === undefined ? [] : [{ outcome, records }]))
    .toSorted((one, other) => depthOf(one) - depthOf(other));
}

function depthOf({ outcome: { listings } }: LiveLook): number {
  return listings[0]?.depth ?? 0;
}
