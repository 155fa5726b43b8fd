import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { words } from './fold.ts';

/** All identifiers of SPDX's list of licences, deprecated ones included. */
export const spdxIds: ReadonlySet<string> = new Set([...currentIds, ...deprecatedIds]);

/** Words of a name that tell no licence from another. */
const fillers: ReadonlySet<string> = new Set([
  'international',
  'licence',
  'license',
  'the',
  'unported',
  'v',
  'version',
]);

/** Names that are no identifier, as `keyOf` has them; without a version where there is only one. */
const otherNames: readonly (readonly [string, string])[] = [
  ['cc0', 'CC0-1.0'],
  ['cc 0', 'CC0-1.0'],
  ['cc 0 1 0', 'CC0-1.0'],
  ['cc zero', 'CC0-1.0'],
  ['cc zero 1 0', 'CC0-1.0'],
  ['cczero', 'CC0-1.0'],
  ['cczero 1 0', 'CC0-1.0'],
  ['creative commons zero', 'CC0-1.0'],
  ['public domain mark 1 0', 'CC-PDM-1.0'],
  ['apache 2', 'Apache-2.0'],
  ['apache software 2 0', 'Apache-2.0'],
  ['mozilla public 2 0', 'MPL-2.0'],
  ['afl 3', 'AFL-3.0'],
  ['odbl', 'ODbL-1.0'],
  ['open database', 'ODbL-1.0'],
  ['open data commons open database', 'ODbL-1.0'],
  ['odc by', 'ODC-By-1.0'],
  ['open data commons attribution', 'ODC-By-1.0'],
  ['pddl', 'PDDL-1.0'],
  ['open data commons public domain dedication and', 'PDDL-1.0'],
  ['dl de by 2 0', 'DL-DE-BY-2.0'],
  ['dl de zero 2 0', 'DL-DE-ZERO-2.0'],
  ['bsd 2 clause simplified', 'BSD-2-Clause'],
  ['bsd 3 clause new or revised', 'BSD-3-Clause'],
];

const idsByKey: ReadonlyMap<string, string> = new Map([
  ...[...spdxIds].map((id): readonly [string, string] => [keyOf(id), currentId(id)]),
  ...otherNames,
]);

/**
 * Licences whose name may be one word. As the name of a licence, other identifiers of one word,
 * such as `Fair`, `JSON`, `DOC` or `HDF5`, usually mean something else.
 */
const knownByOneWord: ReadonlySet<string> = new Set([
  '0BSD',
  'CC0-1.0',
  'ISC',
  'MIT',
  'NCSA',
  'ODbL-1.0',
  'PDDL-1.0',
  'PostgreSQL',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** A name is short, what is longer is a sentence. */
const maxCharacters = 100;

/** What says only that a licence follows. */
const heading = /^(?:data )?(?:licen[cs]e|rights?)\s*:/iu;

/**
 * The SPDX identifier of a licence by its name or identifier, in any case and with any signs
 * between its words.
 */
export function spdxIdOfName(name: string): string | undefined {
  if (name.length > maxCharacters) return undefined;
  const written = name.trim().replace(heading, '').trim();
  const id = findSpdxId(written);
  const isSure = keyOf(written).includes(' ') || (id !== undefined && knownByOneWord.has(id));
  return isSure ? id : undefined;
}

/** The SPDX identifier that is written in any case and with any signs, such as in an IRI. */
export function findSpdxId(written: string): string | undefined {
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

/** The words in lower case, without those that tell nothing; `v2` is 2. */
function keyOf(name: string): string {
  return words(name)
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/^v(?=\d)/u, ''))
    .join(' ');
}
