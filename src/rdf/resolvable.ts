import { identifierName } from './identifier-name.ts';

/** Where identifiers of a scheme are resolved, by the DOI Handbook, the Handle System and the ARK specification. */
const resolvers: ReadonlyMap<string, string> = new Map([
  ['doi', 'https://doi.org/'],
  ['hdl', 'https://hdl.handle.net/'],
  ['ark', 'https://n2t.net/ark:'],
]);

/**
 * Where an identifier can be resolved on the Web: a DOI, Handle or ARK in any spelling at its resolver, a URL at itself.
 * @returns undefined where nobody is known to resolve it
 */
export function resolvableUrl(identifier: string): string | undefined {
  const text = identifier.trim();
  const [, scheme = '', name = ''] = /^(\w+):(.+)$/su.exec(identifierName(text)) ?? [];
  const resolver = resolvers.get(scheme);
  if (resolver !== undefined)
    return resolver + encodeURI(name).replaceAll(/[?#]/gu, encodeURIComponent);
  return /^https?:\/\//iu.test(text) ? text : undefined;
}
