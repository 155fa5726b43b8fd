import type { Listed, ListedUrl } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';

/**
 * Lists a list, or the first page of a catalogue, alone: the records and references in it and its further pages come to
 * light when it is read as a document.
 * @param url as the configuration has it
 */
export async function* discoverList(url: string): AsyncGenerator<Listed> {
  yield listedList(configuredUrl(url));
}

/** A list or catalogue as what a source lists. @param url as `targetUrl` gives it */
export function listedList(url: string): ListedUrl {
  return { kind: 'url', url, found: { by: 'list' }, isList: true };
}
