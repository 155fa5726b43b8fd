import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { isIri } from '../../rdf/iri.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import { memoize } from '../../text/collections.ts';
import { plainText } from './plain-text.ts';
import { foldedWords } from './word-folding.ts';

/** A longer text is a contract, and names licences in passing. */
const maxSentenceCharacters = 2000;
const maxCharacters = 1000;

const webAddress = /https?:\/\/[^\s<>"']+/giu;
/** `CC BY 2.0 CA`: a ported licence; SPDX lists only some of them. */
const countryVersion = /\b[123]\.\d[\s-]+(?:[A-Z]{2}|IGO)\b/u;
const spdxPlace = 'https://spdx.org/licenses/';

const maxIriCharacters = 300;

/** Where licences are published, without scheme and `www.`, and the name that stands in the IRI. */
const places: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /^creativecommons\.org\/licen[cs]es\/([a-z-]{2,10})\/(\d\.\d)(?:\/([a-z]{2,3}))?(?:\/|\.|$)/u,
    (conditions = '', version = '', country = '') =>
      `cc-${conditions}-${version}${country === '' ? '' : `-${country}`}`,
  ],
  [
    /^creativecommons\.org\/(?:share-your-work\/)?(?:publicdomain\/zero|public-domain\/cc0)(?:\/|$)/u,
    () => 'cc0',
  ],
  [/^creativecommons\.org\/publicdomain\/mark\/1\.0(?:\/|$)/u, () => 'cc-pdm-1.0'],
  [
    /^publications\.europa\.eu\/resource\/authority\/licence\/cc_?(by)(nc)?(sa|nd)?_(\d)_(\d)$/u,
    (by = '', nc = '', last = '', ...version) => [`cc`, by, nc, last, ...version].join(' '),
  ],
  [/^publications\.europa\.eu\/resource\/authority\/licence\/cc_?0$/u, () => 'cc0'],
  [/^opendatacommons\.org\/licenses\/(odbl|by|pddl)(?:\/|$)/u, (name) => odc(name)],
  [/^spdx\.org\/licenses\/([a-z\d.+-]+?)(?:\.html|\.json|\.txt)?$/u, (id = '') => id],
  [/^choosealicense\.com\/licenses\/([a-z\d.-]+)$/u, (id = '') => id],
  [/^opensource\.org\/licenses?\/([a-z\d.-]+?)(?:\.php|\.html)?$/u, (id = '') => id],
  [/^gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?([al]?gpl|fdl)-(\d\.\d)(?:\D|$)/u, gnu],
  [/^apache\.org\/licenses\/license-2\.0(?:\.txt|\.html)?$/u, () => 'apache-2.0'],
  [/^mozilla\.org\/(?:[a-z-]+\/)?mpl\/2\.0(?:\/|$)/u, () => 'mpl-2.0'],
  [/^govdata\.de\/dl-de\/((?:by|zero)-2-0)$/u, (id = '') => `dl-de-${id}`],
  [
    /^nationalarchives\.gov\.uk\/doc\/open-government-licence\/version\/([123])(?:\/|$)/u,
    (version = '') => `ogl-uk-${version}.0`,
  ],
  [
    /^(?:data\.gc\.ca\/eng|open\.canada\.ca\/en|ouvert\.canada\.ca\/fr)\/(?:open-government-licence|licence-du-gouvernement-ouvert)-canada$/u,
    () => 'ogl-canada-2.0',
  ],
  [/^etalab\.gouv\.fr\/licence-version-2-0-/u, () => 'etalab-2.0'],
];

/** All identifiers of SPDX's list of licences, deprecated ones included. */
const spdxIds: ReadonlySet<string> = new Set([...currentIds, ...deprecatedIds]);

/** Words that do not distinguish licences by their names. */
const nameFillers: ReadonlySet<string> = new Set(
  'international licence license the unported v version'.split(' '),
);

/** Names besides the identifiers, as keys; without a version if there is only one. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'CC0-1.0': [
    'cc0',
    'cc 0',
    'cc 0 1 0',
    'cc zero',
    'cc zero 1 0',
    'cczero',
    'cczero 1 0',
    'creative commons zero',
  ],
  'CC-PDM-1.0': ['public domain mark 1 0'],
  'Apache-2.0': ['apache 2', 'apache software 2 0'],
  'MPL-2.0': ['mozilla public 2 0'],
  'AFL-3.0': ['afl 3'],
  'ODbL-1.0': ['odbl', 'open database', 'open data commons open database'],
  'ODC-By-1.0': ['odc by', 'open data commons attribution'],
  'PDDL-1.0': ['pddl', 'open data commons public domain dedication and'],
  'DL-DE-BY-2.0': ['dl de by 2 0'],
  'DL-DE-ZERO-2.0': ['dl de zero 2 0'],
  'BSD-2-Clause': ['bsd 2 clause simplified'],
  'BSD-3-Clause': ['bsd 3 clause new or revised'],
};

const idsByKey: ReadonlyMap<string, string> = new Map([
  ...[...spdxIds].map((id): readonly [string, string] => [keyOf(id), currentId(id)]),
  ...Object.entries(otherNames).flatMap(([id, names]) => names.map((name) => [name, id] as const)),
]);

/** A longer text is a sentence. */
const maxNameCharacters = 100;

/** Words that only announce a licence. */
const heading = /^(?:data )?(?:licen[cs]e|rights?)\s*:/iu;

/**
 * Licences whose name may be one word. As the name of a licence, other identifiers of one word,
 * such as `Fair`, `JSON`, `DOC` or `HDF5`, usually mean something else.
 */
const knownByOneWord: ReadonlySet<string> = new Set(
  '0BSD CC0-1.0 ISC MIT NCSA ODbL-1.0 PDDL-1.0 PostgreSQL Unlicense WTFPL Zlib'.split(' '),
);

const versions: ReadonlySet<string> = new Set(['1 0', '2 0', '2 5', '3 0', '4 0']);

/** Words for licence conditions; `share` and `no` are fillers of the next word. */
const conditionWords: ReadonlyMap<string, Condition> = new Map(
  (
    [
      ['BY', 'attribution by'],
      ['NC', 'commercial nc noncommercial'],
      ['ND', 'derivatives derivs nd noderivatives noderivs'],
      ['SA', 'alike sa sharealike'],
    ] as const
  ).flatMap(([condition, words]) => words.split(' ').map((word) => [word, condition] as const)),
);

/** Words in licence names that do not distinguish licences. */
const licenceFillers: ReadonlySet<string> = new Set(
  (
    'cc commons creative deed generic intergovernmental international licence' +
    ' license no non organisations public share unported v version'
  ).split(' '),
);

/**
 * The SPDX IRI of a licence (`https://spdx.org/licenses/CC-BY-4.0`) by its name, identifier or IRI,
 * or by a sentence that names exactly one. Other IRIs as published; other texts without markup, cut
 * at 1,000 characters.
 */
export const normalizeLicence = memoize((text: string): string => {
  const start = text.slice(0, maxSentenceCharacters);
  const plain = plainText(start);
  const id = spdxIdOfIri(plain) ?? spdxIdOfName(plain) ?? idInSentence(plain, start);
  if (id !== undefined) return spdxPlace + id;
  const iri = text.trim();
  return iri.length <= maxCharacters && isIri(iri) ? iri : plain.slice(0, maxCharacters);
});

/**
 * The SPDX IRI of a licence, where the text is its name, identifier or IRI and says nothing else,
 * as a sentence may (`CC BY 4.0, except for the photographs`).
 */
export function licenceOfName(text: string): string | undefined {
  const plain = plainText(text.slice(0, maxIriCharacters));
  const id = spdxIdOfIri(plain) ?? spdxIdOfName(plain);
  const licence = id === undefined ? normalizeLicence(text) : spdxPlace + id;
  const isName = id !== undefined || foldedWords(plain).every(isWordOfName);
  return isName && isSpdxLicence(licence) ? licence : undefined;
}

function isWordOfName(word: string): boolean {
  return conditionWords.has(word) || licenceFillers.has(word) || /^v?\d+$/u.test(word);
}

/** Whether a licence (output of `normalizeLicence`) is in SPDX's list. */
export function isSpdxLicence(licence: string): boolean {
  return licence.startsWith(spdxPlace) && spdxIds.has(licence.slice(spdxPlace.length));
}

/** @param written the text with its markup, in which links have addresses */
function idInSentence(text: string, written: string): string | undefined {
  if (!/\s/u.test(written) || countryVersion.test(text)) return undefined;
  const addresses = [...(text.match(webAddress) ?? []), ...(written.match(webAddress) ?? [])];
  const named = addresses.map((address) => spdxIdOfIri(trimEndCharacters(address, '),.;')));
  // Words of an address are no words of the sentence.
  const rest = text.replaceAll(webAddress, ' . ');
  const ids = new Set([...named, ...creativeCommonsIn(rest)]);
  ids.delete(undefined);
  const [id] = ids;
  return ids.size === 1 && id !== undefined && spdxIds.has(id) ? id : undefined;
}

type Condition = 'BY' | 'NC' | 'ND' | 'SA';

/** The conditions found in consecutive words. */
class LicencePhrase {
  readonly conditions = new Set<Condition>();
  readonly versions = new Set<string>();
  /** Whether it names Creative Commons, rather than any attribution. */
  named = false;
}

/**
 * The SPDX identifiers of Creative Commons licences named in a text, such as `CC BY-NC 4.0` or
 * `Creative Commons Attribution 4.0 International`. Names without a version, or with two, are
 * ignored.
 */
function creativeCommonsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let phrase = new LicencePhrase();
  const tokens = foldedWords(text).map((word) => word.replace(/^v(?=\d)/u, ''));
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const version = `${token} ${tokens[index + 1] ?? ''}`;
    const condition = conditionWords.get(token);
    if (token === 'cc0' || token === 'cczero') found.add('CC0-1.0');
    if (condition !== undefined) phrase.conditions.add(condition);
    else if (versions.has(version) && phrase.conditions.size > 0) {
      phrase.versions.add(version.replace(' ', '.'));
      index += 1;
    } else if (licenceFillers.has(token)) phrase.named ||= token === 'cc' || token === 'commons';
    else {
      addLicence(phrase, found);
      phrase = new LicencePhrase();
    }
  }
  addLicence(phrase, found);
  return found;
}

function addLicence(phrase: LicencePhrase, found: Set<string>): void {
  const { conditions, named } = phrase;
  const [version, ...otherVersions] = phrase.versions;
  if (!named || !conditions.has('BY')) return;
  if (version === undefined || otherVersions.length > 0) return;
  // The alphabetical order is that of the names.
  found.add(`CC-${[...conditions].toSorted().join('-')}-${version}`);
}

/**
 * The SPDX identifier of a licence by its name or identifier, in any case and with any signs
 * between its words.
 */
function spdxIdOfName(name: string): string | undefined {
  if (name.length > maxNameCharacters) return undefined;
  const written = name.trim().replace(heading, '').trim();
  const id = findSpdxId(written);
  const isSure = keyOf(written).includes(' ') || (id !== undefined && knownByOneWord.has(id));
  return isSure ? id : undefined;
}

/** The SPDX identifier that is written in any case and with any signs, such as in an IRI. */
function findSpdxId(written: string): string | undefined {
  // `GPL-3.0+`: an older way to write it.
  return idsByKey.get(keyOf(written.replace(/\+$/u, ' or later')));
}

/**
 * A deprecated identifier of a GNU licence that does not mention later versions was declared to
 * mean this version only (SPDX License List 3.0).
 */
function currentId(id: string): string {
  return spdxIds.has(`${id}-only`) ? `${id}-only` : id;
}

/** The folded words without those that do not distinguish licences; `v2` becomes `2`. */
function keyOf(name: string): string {
  return foldedWords(name)
    .filter((word) => !nameFillers.has(word))
    .map((word) => word.replace(/^v(?=\d)/u, ''))
    .join(' ');
}

/**
 * The SPDX identifier of the licence that is published at an IRI: of Creative Commons in all its
 * pages (deed, legal code) and of others whose address names it, with http or https or without, in
 * any case.
 */
function spdxIdOfIri(iri: string): string | undefined {
  if (iri.length > maxIriCharacters) return undefined;
  const written = iri.trim().toLowerCase();
  const address = trimEndCharacters(written.replace(/^(?:https?:\/\/)?(?:www\.)?/u, ''), '/#?.');
  for (const [place, name] of places) {
    const found = place.exec(address);
    if (found !== null) return findSpdxId(name(...found.slice(1).map((part) => part ?? '')));
  }
  return undefined;
}

function odc(name = ''): string {
  return name === 'by' ? 'odc-by' : name;
}

function gnu(name = '', version = ''): string {
  return `${name === 'fdl' ? 'gfdl' : name} ${version}`;
}
