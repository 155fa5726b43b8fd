import type { Listed } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';

/**
 * Lists a list, or the first page of a catalogue, itself: its records, references and further pages
 * are found when it is extracted.
 * @param url as configured
 */
export async function* discoverList(url: string): AsyncGenerator<Listed> {
  yield { kind: 'url', url: configuredUrl(url), found: { by: 'list' }, isList: true };
}
