import type { Listed, SourceOf } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';

/** Lists the URLs of the configuration. */
export async function* discoverUrls({ urls }: SourceOf<'urls'>): AsyncGenerator<Listed> {
  for (const text of urls) {
    yield { kind: 'url', url: configuredUrl(text), found: { by: 'urls' } };
  }
}
