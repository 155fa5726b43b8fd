import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { RecordState, RunReport, SourceReport, UrlState } from '../../src/model/run.ts';
import type { HarvestRequest } from '../../src/pipeline/harvest-request.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { openEmbeddedStore, type CatalogueStore } from '../../src/catalogue/store.ts';
import { newPath } from '../catalogue/updates.ts';

/** A clock that stands still until it is set. */
export interface Clock {
  readonly now: () => Date;
  pass(hours: number): void;
  /** Sets the time. */
  set(time: string): void;
}

export function clock(): Clock {
  let ms = Date.parse('2026-01-01T00:00:00Z');
  return {
    now: () => new Date(ms),
    pass: (hours) => {
      ms += hours * 3_600_000;
    },
    set: (time) => {
      ms = Date.parse(time);
    },
  };
}

/** A catalogue that is harvested repeatedly. */
export interface Again {
  /** @returns the report of the only source, and those of its counts that are not 0 */
  harvest(options?: AgainOptions): Promise<Gave>;
  /** The present content of the catalogue. */
  read<Found>(use: (store: CatalogueStore) => Promise<Found>): Promise<Found>;
  /** Runs an action on the catalogue. */
  write(use: (store: CatalogueStore) => Promise<unknown>): Promise<void>;
  readonly time: Clock;
  /** The folder of the catalogue. */
  readonly path: string;
  /** The same catalogue with another configuration. */
  with(source: object, ...others: readonly object[]): Again;
}

export interface Gave {
  readonly urls: Partial<Record<UrlState, number>>;
  readonly records: Partial<Record<RecordState, number>>;
  readonly problems: SourceReport['problems'];
  readonly listing: SourceReport['listing'];
  readonly report: RunReport;
  /** The same for all sources. */
  readonly others: readonly Omit<Gave, 'report' | 'others'>[];
}

export interface AgainOptions extends Pick<
  HarvestRequest,
  'full' | 'allowRemovals' | 'limit' | 'observer' | 'onStart' | 'targets'
> {
  readonly signal?: AbortSignal;
  readonly limits?: object;
  /** Overrides the settings of the first source. */
  readonly source?: object;
  /** The names of the harvested sources; by default all. */
  readonly only?: readonly string[];
}

/** @param others each with a name; the first source is called `s` */
export function harvestAgain(source: object, ...others: readonly object[]): Again {
  return harvestInto({ path: newPath(), time: clock() }, [source, ...others]);
}

function harvestInto(
  place: { readonly path: string; readonly time: Clock },
  [source, ...others]: readonly object[],
): Again {
  const { path, time } = place;
  return {
    time,
    path,
    with: (...sources) => harvestInto(place, sources),
    harvest: async ({ source: other, signal, only, limits = {}, ...options } = {}) => {
      const config = configSchema.parse({
        store: { path },
        workers: 0,
        limits,
        http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
        sources: [{ name: 's', ...source, ...other }, ...others],
      });
      const all = config.sources.map(sourceOf);
      const report = await runHarvest({
        config,
        sources: all.filter(({ name }) => only?.includes(name) ?? true),
        dryRun: false,
        signal: signal ?? new AbortController().signal,
        now: time.now,
        ...options,
      });
      time.pass(24);
      const [own, ...rest] = report.sources.map(({ urls, records, problems, listing }) => {
        return { urls: counted(urls), records: counted(records), problems, listing };
      });
      if (own === undefined) throw new Error('There is one source at least.');
      return { ...own, report, others: rest };
    },
    read: async (use) => using(openEmbeddedStore({ path, access: 'read' }), use),
    write: async (use) => {
      await using(openEmbeddedStore({ path, access: 'write' }), use);
    },
  };
}

async function using<Found>(
  store: CatalogueStore,
  use: (store: CatalogueStore) => Promise<Found>,
): Promise<Found> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The counts that are not 0. */
function counted<Name extends string>(
  counts: Readonly<Record<Name, number>>,
): Partial<Record<Name, number>> {
  const entries = Object.entries<number>(counts).filter(([, count]) => count > 0);
  return Object.fromEntries(entries) as Partial<Record<Name, number>>; // the keys are those of `counts`
}
