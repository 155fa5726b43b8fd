import { bareDoi, doiPrefix, handlePrefix, identifierName } from './identifier-name.ts';

/** Resolvers by scheme, from the DOI Handbook, the Handle System and the ARK specification. */
const resolvers: ReadonlyMap<string, string> = new Map([
  ['doi', 'https://doi.org/'],
  ['hdl', 'https://hdl.handle.net/'],
  ['ark', 'https://n2t.net/ark:'],
]);

/**
 * The URL that resolves an identifier: a DOI, Handle or ARK at its resolver, a URL itself.
 * @returns undefined where no resolver is known
 */
export function resolvableUrl(identifier: string): string | undefined {
  const text = identifier.trim();
  const [, scheme = '', name = ''] = /^(\w+):(.+)$/su.exec(identifierName(text)) ?? [];
  const resolver = resolvers.get(scheme);
  if (resolver !== undefined)
    return resolver + encodeURI(name).replaceAll(/[?#]/gu, encodeURIComponent);
  return /^https?:\/\//iu.test(text) ? text : undefined;
}

/** A DOI, ARK or Handle at its resolver. */
export interface PersistentUrl {
  readonly scheme: 'doi' | 'ark' | 'hdl';
  readonly url: string;
}

const arkUrl = /^https?:\/\/[^/?#]+\/ark:\/?\d/iu;
const ark = /^ark:(?=\/?\d)/iu;
const notInIris = /[\s<>"{}|\\^`#?]/u;

/**
 * The resolver URL of a DOI, ARK or Handle in its written letters, for display, without a fragment.
 * @returns undefined where the text is not a persistent identifier
 */
export function persistentUrl(text: string): PersistentUrl | undefined {
  const written = text.trim();
  const whole = /^https?:/iu.test(written) ? written.replace(/#.*/su, '') : written;
  const bare = whole.replace(doiPrefix, '').replace(handlePrefix, '');
  if (bareDoi.test(bare)) return { scheme: 'doi', url: `https://doi.org/${encodedName(bare)}` };
  if (arkUrl.test(whole)) return { scheme: 'ark', url: whole };
  if (ark.test(whole)) return { scheme: 'ark', url: whole.replace(ark, 'https://n2t.net/ark:') };
  if (!handlePrefix.test(whole) || bare === '') return undefined;
  return { scheme: 'hdl', url: `https://hdl.handle.net/${encodedName(bare)}` };
}

/** All but letters, digits and slashes, where one has to be. */
function encodedName(name: string): string {
  if (!notInIris.test(name)) return name;
  const encoded = encodeURIComponent(name).replaceAll('%2F', '/');
  return encoded.replaceAll(/[!'()*]/gu, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** Whether a URL is at a resolver of persistent identifiers, and so leads to a page elsewhere. */
export function isAtResolver(url: string): boolean {
  return /^https?:\/\/(?:(?:[^/]+\.)?doi\.org|hdl\.handle\.net|[^/?#]+\/ark:)/iu.test(url);
}
