import type {
  ListingPlace,
  RobotsMemory,
  SiteMemory,
  StoredRobots,
} from '../model/harvest-memory.ts';
import type { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import type { RobotsRow } from './rows.ts';

interface RobotsJob {
  readonly origin: string;
  readonly kept: StoredRobots;
}

/** A robots.txt older than this many milliseconds is not used any more. */
const keptMs = 30 * 86_400_000;
const maxJobs = 256;
const maxOctets = 2 ** 24;

/**
 * Stores robots.txt files. Not part of the readable catalogue: writes do not count as changes.
 * Outdated entries are removed at the first write.
 */
export class StoredRobotsMemory implements RobotsMemory {
  readonly #catalogue: Pick<Catalogue, 'robotsOf'>;
  readonly #queue: CommitQueue<RobotsJob, undefined>;
  #isCleared = false;

  constructor(catalogue: Pick<Catalogue, 'change' | 'robotsOf'>) {
    this.#catalogue = catalogue;
    this.#queue = new CommitQueue({
      commit: (jobs) => catalogue.change((data) => this.#write(data, jobs)),
      weightOf: ({ kept }) => (kept.kind === 'file' ? kept.body.length : 0),
      maxJobs,
      maxWeight: maxOctets,
    });
  }

  async get(origin: string): Promise<StoredRobots | undefined> {
    const row = this.#catalogue.robotsOf(origin);
    if (row === undefined) return undefined;
    const at = new Date(row.at);
    if (row.file === undefined) return { kind: 'none', at };
    const { octets, finalUrl, etag, lastModified } = row.file;
    const body = Buffer.from(octets, 'latin1');
    return { kind: 'file', at, body, finalUrl, validators: { etag, lastModified } };
  }

  async put(origin: string, kept: StoredRobots): Promise<void> {
    await this.#queue.add({ origin, kept });
  }

  /** Resolves when everything that was put is written. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  #write({ robots }: CatalogueData, jobs: readonly RobotsJob[]): undefined[] {
    const [first] = jobs;
    if (!this.#isCleared && first !== undefined) clear(robots, first.kept.at);
    this.#isCleared = true;
    return jobs.map(({ origin, kept }) => {
      robots.putSync(storageKey(origin), rowOf(kept));
      return undefined;
    });
  }
}

/** Removes entries that are too old, and entries that a wrong clock dated in the future. */
function clear(robots: CatalogueData['robots'], now: Date): void {
  const old: string[] = [];
  for (const { key, value } of robots.getRange()) {
    if (Math.abs(now.getTime() - Date.parse(value.at)) > keptMs) old.push(key);
  }
  for (const key of old) robots.removeSync(key);
}

function rowOf(kept: StoredRobots): RobotsRow {
  const at = kept.at.toISOString();
  if (kept.kind === 'none') return { at };
  const { body, finalUrl, validators } = kept;
  const octets = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  return { at, file: { octets, finalUrl, ...validators } };
}

/**
 * Stores where the listing of each site was found. Not part of the readable catalogue: writes do
 * not count as changes, and equal values are not written.
 */
export class StoredSiteMemory implements SiteMemory {
  readonly #catalogue: Pick<Catalogue, 'change' | 'placeOf'>;

  constructor(catalogue: Pick<Catalogue, 'change' | 'placeOf'>) {
    this.#catalogue = catalogue;
  }

  async get(source: string): Promise<ListingPlace | undefined> {
    return this.#catalogue.placeOf(source);
  }

  async put(source: string, kept: ListingPlace): Promise<void> {
    const before = this.#catalogue.placeOf(source);
    if (before?.site === kept.site && before.taken === kept.taken) return;
    this.#catalogue.change(({ places }) => places.putSync(storageKey(source), kept));
  }
}
