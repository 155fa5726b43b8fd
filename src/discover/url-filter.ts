import picomatch from 'picomatch/posix.js';
import type { Source } from '../config/schema.ts';

type UrlGlobs = Pick<Source, 'include' | 'exclude'>;

/**
 * Creates the URL filter of a source. Globs match path and query of the normalised URL; `*` ends at
 * a slash, `**` does not, and a leading dot is not special.
 */
export function createUrlFilter(globs: UrlGlobs): (url: string) => boolean {
  const { include, exclude } = globs;
  if (include.length === 0 && exclude.length === 0) return () => true;
  const included = include.length === 0 ? () => true : picomatch([...include], { dot: true });
  const excluded = exclude.length === 0 ? () => false : picomatch([...exclude], { dot: true });
  return (url) => {
    const { pathname, search } = new URL(url);
    const place = pathname + search;
    return included(place) && !excluded(place);
  };
}

/** The URL filters of the sources of a run. Sources with the same globs share one. */
export class UrlFilters {
  readonly #bySource = new Map<string, (url: string) => boolean>();
  readonly #distinct: readonly ((url: string) => boolean)[];

  constructor(sources: readonly Pick<Source, 'name' | 'include' | 'exclude'>[]) {
    const byGlobs = new Map<string, (url: string) => boolean>();
    for (const source of sources) {
      const globs = JSON.stringify([source.include, source.exclude]);
      const filter = byGlobs.get(globs) ?? createUrlFilter(source);
      byGlobs.set(globs, filter);
      this.#bySource.set(source.name, filter);
    }
    this.#distinct = [...byGlobs.values()];
  }

  /** Whether a source includes a URL; true for sources that are not in the run. */
  isWanted(source: string, url: string): boolean {
    return this.#bySource.get(source)?.(url) ?? true;
  }

  isWantedByAny(url: string): boolean {
    return this.#distinct.some((filter) => filter(url));
  }
}
