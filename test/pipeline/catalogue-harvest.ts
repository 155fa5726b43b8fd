import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import type { UrlOutcome } from '../../src/model/url-update.ts';
import type { RunReport } from '../../src/model/run.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';

/** What a harvest of one catalogue gives. */
export interface CatalogueHarvest {
  readonly report: RunReport['sources'][number];
  /** The name of what each record describes, sorted. */
  readonly names: readonly string[];
  readonly graphs: readonly RecordGraph[];
  readonly outcomes: readonly UrlOutcome[];
}

/** Harvests a catalogue on this machine, in this thread, and stores nothing. */
export async function harvestCatalogue(
  catalog: string,
  more: { readonly limits?: object; readonly source?: object; readonly limit?: number } = {},
): Promise<CatalogueHarvest> {
  const config = configSchema.parse({
    store: { path: 'nowhere' },
    http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
    limits: more.limits ?? {},
    workers: 0,
    sources: [{ name: 'cat', catalog, ...more.source }],
  });
  const graphs: RecordGraph[] = [];
  const outcomes: UrlOutcome[] = [];
  const { sources } = await runHarvest({
    config,
    sources: config.sources.map(sourceOf),
    dryRun: true,
    limit: more.limit,
    onUpdate: (update) => {
      graphs.push(...update.graphs);
      if (update.end !== undefined) outcomes.push(update.end.outcome);
    },
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  const [report] = sources;
  if (report === undefined) throw new Error('no report');
  const names = graphs
    .flatMap(({ describes }) => describes.map(({ name }) => name ?? ''))
    .toSorted();
  return { report, names, graphs, outcomes };
}
