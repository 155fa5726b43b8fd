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
