import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigMistake } from './config-fault.ts';
import { contextFault, contextKey, maxContextBytes } from '../model/remote-context.ts';
import { formatCount } from '../text/amounts.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** A mistake in a mapping of contexts to files. */
type ContextMistake = Pick<ConfigMistake, 'key' | 'remedy' | 'what'>;

/**
 * Reads the files that contexts are mapped to.
 * @param contexts as configured: files by URL or prefix
 * @param directory the base of relative paths
 * @returns the texts of the files by URL or prefix
 */
export function readContextFiles(
  contexts: Readonly<Record<string, string>>,
  directory: string,
): { readonly read: Record<string, string>; readonly mistakes: readonly ContextMistake[] } {
  const read: Record<string, string> = {};
  const mistakes: ContextMistake[] = [];
  for (const [key, file] of Object.entries(contexts)) {
    const text = readContextText(resolve(directory, file));
    if (typeof text === 'string') read[key] = text;
    else mistakes.push({ key, ...text });
  }
  return { read, mistakes };
}

function readContextText(path: string): string | Omit<ContextMistake, 'key'> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'EISDIR') {
      return { what: 'names a directory', remedy: 'name the file in it that has the context' };
    }
    const what = `names a file that cannot be read (${code})`;
    return { what, remedy: 'name a file of JSON with a member @context' };
  }
  if (bytes.length > maxContextBytes) {
    const what = `names a file of more than ${formatCount(maxContextBytes, 'byte')}`;
    return { what, remedy: 'leave out the terms that no document uses' };
  }
  // Decoding drops a byte order mark.
  const text = new TextDecoder().decode(bytes);
  const fault = contextFault(text);
  return fault === undefined ? text : unusable[fault];
}

const unusable = {
  'no-json': {
    what: 'names a file that is not JSON',
    remedy: 'save the context itself there, not a page about it',
  },
  'no-context': {
    what: 'names a file without a member @context',
    remedy: 'write { "@context": { … } } there',
  },
  'too-complex': {
    what: 'names a file with too many values, too long texts or too deep nesting',
    remedy: 'leave out the terms that no document uses',
  },
} as const;

/** Finds the text that the URL of a context is mapped to; undefined where it is not mapped. */
export type MappedContexts = (url: string) => string | undefined;

/**
 * Creates the lookup in a mapping of contexts. A key is a URL, or a prefix of URLs and `*`; a URL
 * comes before prefixes, and a longer prefix before a shorter one.
 * @param contexts texts by URL or prefix
 */
export function createContextMap(contexts: Readonly<Record<string, string>> = {}): MappedContexts {
  const exact = new Map<string, string>();
  const prefixes: { readonly prefix: string; readonly text: string }[] = [];
  for (const [key, text] of Object.entries(contexts)) {
    const prefix = contextPrefix(key);
    if (prefix === undefined) exact.set(contextKey(key) ?? key, text);
    else prefixes.push({ prefix, text });
  }
  prefixes.sort((one, other) => other.prefix.length - one.prefix.length);
  return (url) => {
    const key = contextKey(url);
    if (key === undefined) return undefined;
    return exact.get(key) ?? prefixes.find(({ prefix }) => key.startsWith(prefix))?.text;
  };
}

/** The prefix that a key means, as `contextKey` gives it; undefined where it is a URL. */
function contextPrefix(key: string): string | undefined {
  return key.endsWith('*') ? contextKey(key.slice(0, -1)) : undefined;
}

/** Whether a key of a mapping of contexts is an absolute URL, or a prefix of such and `*`. */
export function isContextPattern(key: string): boolean {
  const url = key.endsWith('*') ? key.slice(0, -1) : key;
  return contextKey(url) !== undefined && !url.includes('*');
}

/** Creates the test whether a context may be fetched, from the configured hosts. */
export function createContextHostTest(hosts: readonly string[]): (url: URL) => boolean {
  const names = hosts.map((host) => contextHostName(host));
  return ({ hostname }) =>
    names.some((name) =>
      name?.startsWith('*.') === true ? hostname.endsWith(name.slice(1)) : hostname === name,
    );
}

/**
 * A configured host as URLs spell it: a name or address without scheme, port and path, which may
 * begin with `*.` for all names below it.
 * @returns undefined where it is none
 */
export function contextHostName(host: string): string | undefined {
  const isPattern = host.startsWith('*.');
  const name = isPattern ? host.slice(2) : host;
  if (name === '' || /[\s/?#@*\\]/u.test(name)) return undefined;
  const parsed = parseUrl(`http://${name}`);
  if (parsed === undefined || parsed.port !== '' || /:\d*$/u.test(name)) return undefined;
  return isPattern ? `*.${parsed.hostname}` : parsed.hostname;
}
