import { hash } from 'node:crypto';
import type { Source } from '../config/schema.ts';
import type { Outcome, Stage } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';

/** Entries of one URL that are kept: several entries may label several scripts of one page. */
const maxEntries = 16;

/**
 * A discover stage that reads each listing to its end and yields a sample of its URLs: those whose
 * hashes are the smallest, so the order of the listing does not matter, and the sample of a listing
 * that hardly changes hardly changes either. Other entries are skipped as `not-sampled`. Lists and
 * catalogues are always yielded, at once: they name records and are no records themselves. At most
 * `size` URLs are in memory.
 */
export function sampleListing(stage: Stage<Source, Target>, size: number): Stage<Source, Target> {
  return {
    name: stage.name,
    async *process(source, context) {
      const sample = new UrlSample(size);
      for await (const outcome of stage.process(source, context)) {
        if (outcome.kind !== 'produced' || outcome.value.isList === true) yield outcome;
        else yield* sample.add(outcome);
      }
      yield* sample.outcomes();
    },
  };
}

type Produced = Extract<Outcome<Target>, { readonly kind: 'produced' }>;

interface SampledUrl {
  /** What orders the URLs: the beginning of the hash, and the URL in case two are equal. */
  readonly key: string;
  readonly entries: Produced[];
}

/** The URLs with the smallest hashes until now. */
class UrlSample {
  readonly #size: number;
  /** Sorted by key. */
  readonly #urls: SampledUrl[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds an entry. @returns what is skipped because of it */
  add(entry: Produced): readonly Outcome<Target>[] {
    const { url } = entry.value;
    const key = `${hash('sha256', url).slice(0, 16)} ${url}`;
    const last = this.#urls[this.#size - 1];
    if (this.#size === 0 || (last !== undefined && key > last.key)) return [notSampled(url)];
    const at = this.#place(key);
    const known = this.#urls[at];
    if (known?.key === key) {
      if (known.entries.length >= maxEntries) {
        return [{ kind: 'skipped', url, reason: 'already-listed' }];
      }
      known.entries.push(entry);
      return [];
    }
    this.#urls.splice(at, 0, { key, entries: [entry] });
    const removed = this.#urls.length > this.#size ? this.#urls.pop() : undefined;
    return removed?.entries.map(({ value }) => notSampled(value.url)) ?? [];
  }

  *outcomes(): Generator<Outcome<Target>> {
    for (const { entries } of this.#urls) yield* entries;
  }

  /** The index of the first URL whose key is not smaller. */
  #place(key: string): number {
    let [low, high] = [0, this.#urls.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#urls[middle]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function notSampled(url: string): Outcome<Target> {
  return { kind: 'skipped', url, reason: 'not-sampled' };
}
