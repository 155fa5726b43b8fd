import type { Problem } from '../model/problem.ts';

/** Of a kind and sitemap: one job writes a sitemap, so the others will be like these. */
const maxPerKind = 100;

type BoundedKind = 'sitemap-entry-invalid' | 'sitemap-mended';

/** Bounds how many problems of a kind are told of one sitemap, and counts the rest. */
export class SitemapProblems {
  readonly #counts = new Map<BoundedKind, number>();

  /** Whether one more of a kind is to be told. */
  admit(kind: BoundedKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= maxPerKind;
  }

  /** How many were not told. */
  omitted(url: string): readonly Problem[] {
    return [...this.#counts]
      .filter(([, count]) => count > maxPerKind)
      .map(([of, count]) => ({ kind: 'problems-omitted', url, of, count: count - maxPerKind }));
  }
}
