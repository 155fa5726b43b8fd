import { folded } from '../words.ts';
import { valuesOf, type ScannedDocument } from './document.ts';
import { writtenIn } from './identifiers.ts';
import { isNode, writtenId, type Raw, type RawNode } from './json.ts';
import { isNil, plainText, textsIn } from './texts.ts';
import { readTime } from './times.ts';

/** The licences of the tests, with their words, and their addresses without scheme. */
const known: readonly (readonly [spdx: string, words: RegExp, address: RegExp])[] = [
  [
    'CC-BY-4.0',
    /^(?:cc by|creative commons attribution) 4 0(?: international)?(?: license)?$/u,
    /^creativecommons\.org\/licenses\/by\/4\.0/u,
  ],
  [
    'CC-BY-NC-4.0',
    /^(?:cc by nc|creative commons attribution non ?commercial) 4 0(?: international)?$/u,
    /^creativecommons\.org\/licenses\/by-nc\/4\.0/u,
  ],
  ['CC0-1.0', /^cc0(?: 1 0)?(?: universal)?$/u, /^creativecommons\.org\/publicdomain\/zero\/1\.0/u],
  [
    'Apache-2.0',
    /^apache(?: license)?(?: version)? 2 0$/u,
    /^apache\.org\/licenses\/license-2\.0/u,
  ],
];

/** The IRI of SPDX where the licence is known; else an IRI as it is written, or the text folded. */
export function licenceKey(written: string): string {
  const text = written.trim();
  const address = /^https?:\/\/(?:www\.)?(.+)$/iu.exec(text)?.[1]?.toLowerCase();
  const [, id] = /^spdx\.org\/licenses\/(.+?)(?:\.html|\.json)?\/?$/u.exec(address ?? '') ?? [];
  const found = known.find(([spdx, words, place]) =>
    address === undefined
      ? words.test(folded(text))
      : place.test(address) || spdx.toLowerCase() === id,
  );
  if (found !== undefined) return `https://spdx.org/licenses/${found[0]}`;
  return address === undefined ? folded(text) : text;
}

const rights = ['license', 'rights', 'accessRights', 'conditionsOfAccess'];
const files = ['distribution', 'encoding'];

/** Of a resource and its files. */
export function readLicences(document: ScannedDocument, node: RawNode): string[] {
  return [node, ...filesOf(document, node)].flatMap((each) => licencesOf(document, each));
}

/** Of a resource or a file alone. */
export function licencesOf(document: ScannedDocument, node: RawNode): string[] {
  return valuesOf(document, node, ...rights)
    .flatMap((value) => licencesIn(document, value))
    .filter((key) => key !== '');
}

export const filesOf = (document: ScannedDocument, node: RawNode): RawNode[] =>
  valuesOf(document, node, ...files).filter(isNode);

/** A node is the licence that any part of it names, or its address and its name. */
function licencesIn(document: ScannedDocument, value: Raw): string[] {
  const texts =
    isNode(value) && textsIn(value).length === 0 ? saidOf(document, value) : textsIn(value);
  const keys = texts.flatMap((text) => (isNil(text) ? [] : licenceKey(plainText(text) ?? '')));
  const spdx = keys.find((key) => key.startsWith('https://spdx.org/'));
  return spdx === undefined ? keys : [spdx];
}

const saidOf = (document: ScannedDocument, node: RawNode): string[] => [
  ...[writtenId(node) ?? []].flat().filter((id) => !id.startsWith('_:')),
  ...writtenIn(document, node, ['url', 'identifier', 'sameAs', 'name', 'alternateName']),
];

const extensions: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
};

/** A media type in lower case without parameters, also of an extension; else the text. */
export function formatKey(written: string): string {
  const text = written
    .trim()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/media-types\//iu, '')
    .replace(/\s*;.*$/u, '');
  const name = text.toLowerCase();
  if (/^[\w.+-]+\/[\w.+-]+$/u.test(name)) return name;
  return extensions[name.replace(/^\./u, '')] ?? text;
}

export function readFormats(document: ScannedDocument, node: RawNode): string[] {
  return [node, ...filesOf(document, node)]
    .flatMap((each) =>
      valuesOf(document, each, 'encodingFormat', 'fileFormat', 'mediaType', 'format'),
    )
    .flatMap((value) => {
      const texts = textsIn(value);
      return isNode(value) && texts.length === 0 ? [writtenId(value) ?? []].flat() : texts;
    })
    .flatMap((text) => (isNil(text) ? [] : formatKey(text)));
}

/** Seconds since 1970: when it was modified last, or else issued first. */
export function readChange(document: ScannedDocument, node: RawNode): number | undefined {
  const starts = (...names: string[]): number[] =>
    valuesOf(document, node, ...names)
      .flatMap(textsIn)
      .flatMap((text) => readTime(text)?.start ?? []);
  const modified = starts('dateModified', 'modified');
  if (modified.length > 0) return Math.max(...modified);
  const issued = starts('datePublished', 'issued');
  return issued.length > 0 ? Math.min(...issued) : undefined;
}
