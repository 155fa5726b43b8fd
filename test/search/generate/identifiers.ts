import type { Random } from '../../expand/random.ts';
import { chance, type Tree } from './draft.ts';

// Spellings by publishers and users of the keys of `scan/identifiers.ts` and `scan/agents.ts`.

/** One of the ways to write an identifier. */
export function written(random: Random, key: string): string {
  const [kind = '', ...rest] = key.split(':');
  const name = rest.join(':');
  if (kind === 'doi') return doi(random, name);
  if (kind === 'hdl')
    return random.pick([
      `hdl:${name}`,
      `https://hdl.handle.net/${name}`,
      `http://hdl.handle.net/${name.toUpperCase()}`,
      `info:hdl/${name}`,
    ]);
  if (kind === 'ark')
    return random.pick([
      `ark:/${name}`,
      `ark:${name}`,
      `https://n2t.net/ark:/${name}`,
      `http://arks.example/ark:${hyphened(name)}`,
    ]);
  if (kind === 'urn') return random.pick([key, `URN:${name}`]);
  return key.startsWith('//') ? web(random, key) : key;
}

function doi(random: Random, name: string): string {
  return random.pick([
    `doi:${name}`,
    `DOI:${name.toUpperCase()}`,
    `https://doi.org/${name}`,
    `http://dx.doi.org/${name.toUpperCase()}`,
    `https://www.doi.org/${name}`,
    `https://doi.org/${name.replace('/', '%2F')}`,
    `info:doi/${name}`,
    `https://hdl.handle.net/${name}`,
    ...(/^10\.\d{4}/u.test(name) ? [name] : []),
  ]);
}

/** Hyphens in an ARK say nothing. */
const hyphened = (name: string): string => name.replace(/(\d)(\d)$/u, '$1-$2');

function web(random: Random, key: string): string {
  const [, host = '', path = ''] = /^\/\/([^/?#]+)(.*)$/u.exec(key) ?? [];
  const end = /[?#]/u.test(path) ? [''] : ['', '/'];
  return random.pick([
    `http://${host}${path}${random.pick(end)}`,
    `https://${host}${path}${random.pick(end)}`,
    `HTTPS://${host.toUpperCase()}${path}`,
    `https://${host}:443${path}`,
  ]);
}

/** One of the ways to write the IRI of a person or an organisation. */
export function writtenAgent(random: Random, key: string): string {
  const [kind, name = ''] = key.split(':');
  if (kind === 'orcid')
    return random.pick([
      `https://orcid.org/${name}`,
      `http://orcid.org/${name}`,
      `http://www.orcid.org/${name}/`,
      `https://orcid.org/${name.toLowerCase()}`,
      `orcid:${name}`,
      name,
    ]);
  if (kind === 'ror')
    return random.pick([
      `https://ror.org/${name}`,
      `http://ror.org/${name}`,
      `https://www.ror.org/${name}/`,
      `https://ror.org/${name.toUpperCase()}`,
    ]);
  const end = /[?#]/u.test(key) ? '' : random.pick(['', '/']);
  return random.pick([`https:${key}`, `http:${key}${end}`]);
}

/** An identifier as a value: a text, an IRI, a `PropertyValue`. */
export function identifierValue(random: Random, text: string, scheme: string): Tree {
  const value = {
    '@type': 'schema:PropertyValue',
    ...(chance(random, 70) ? { 'schema:propertyID': scheme } : {}),
    'schema:value': text,
  };
  const isIri = /^https?:/u.test(text);
  return random.pick<Tree>([text, value, value, ...(isIri ? [{ '@id': text }] : [])]);
}

/** ORCIDs have a check digit (ISO 7064, MOD 11-2). */
export function orcidKey(index: number): string {
  const digits = `000000021825${String(index).padStart(3, '0')}`;
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  const all = digits + (check === 10 ? 'X' : String(check));
  return `orcid:${all.match(/.{4}/gu)?.join('-') ?? ''}`;
}

export const rorKey = (index: number): string =>
  `ror:0abcd${String(index).padStart(2, '0')}42`.slice(0, 13);
