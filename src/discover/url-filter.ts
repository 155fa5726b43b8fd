import picomatch from 'picomatch/posix.js';
import type { Source } from '../config/schema.ts';

/**
 * Makes the test for what of a source is wanted. Globs are matched against path and query as they stand in the
 * normalised URL; `*` ends at a slash, `**` between slashes does not, a leading dot is nothing special.
 */
export function createUrlFilter({
  include,
  exclude,
}: Pick<Source, 'include' | 'exclude'>): (url: string) => boolean {
  if (include.length === 0 && exclude.length === 0) return () => true;
  const included = include.length === 0 ? () => true : picomatch([...include], { dot: true });
  const excluded = exclude.length === 0 ? () => false : picomatch([...exclude], { dot: true });
  return (url) => {
    const { pathname, search } = new URL(url);
    const place = pathname + search;
    return included(place) && !excluded(place);
  };
}

/** The tests of the sources of a run. Sources with the same globs share one. */
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

  /** Whether a source wants a URL; one that is not of the run is not asked. */
  isWanted(source: string, url: string): boolean {
    return this.#bySource.get(source)?.(url) ?? true;
  }

  /** Whether any of the sources wants a URL. */
  isWantedByAny(url: string): boolean {
    return this.#distinct.some((filter) => filter(url));
  }
}
