import type { UrlOutcome } from '../model/run.ts';
import { targetUrl } from '../model/target-url.ts';
import type { CatalogueStore } from '../store/store.ts';

/** The latest looks that the catalogue has at a URL. */
export interface NamedLooks {
  /** That at the URL itself, as it is written or spelt otherwise. */
  readonly own: UrlOutcome | undefined;
  /** Those at what a source says to be its metadata. */
  readonly describing: readonly UrlOutcome[];
}

/** The looks at what somebody names, which may be no URL. */
export async function looksNamed(
  name: string,
  store: Pick<CatalogueStore, 'outcomeOf' | 'describing'>,
): Promise<NamedLooks> {
  const url = targetUrl(name.trim());
  const written = name === '' ? undefined : await store.outcomeOf(name);
  const own = written ?? (url === undefined ? undefined : await store.outcomeOf(url));
  return { own, describing: await store.describing(url ?? name) };
}
