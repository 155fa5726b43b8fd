import type { Problem } from '../model/problem.ts';

/** Per kind and sitemap: a sitemap is generated, so further problems are alike. */
const maxPerKind = 100;

type BoundedKind = 'sitemap-entry-invalid' | 'sitemap-mended';

/** Limits the problems reported per kind for one sitemap, and counts the rest. */
export class SitemapProblems {
  readonly #counts = new Map<BoundedKind, number>();

  /** Whether another problem of a kind is reported. */
  admit(kind: BoundedKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= maxPerKind;
  }

  omitted(url: string): readonly Problem[] {
    return [...this.#counts]
      .filter(([, count]) => count > maxPerKind)
      .map(([of, count]) => ({ kind: 'problems-omitted', url, of, count: count - maxPerKind }));
  }
}
