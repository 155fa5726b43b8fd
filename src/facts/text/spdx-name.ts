import { words } from './fold.ts';
import { spdxIds } from './spdx-ids.ts';

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

/**
 * Names that are no identifier, as `keyOf` has them. An old identifier of a GNU licence that says nothing of later versions
 * was declared to mean this one (SPDX License List 3.0); a version is left out where there is but one.
 */
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
  ['agpl 3 0', 'AGPL-3.0-only'],
  ['gfdl 1 3', 'GFDL-1.3-only'],
  ['gpl 2 0', 'GPL-2.0-only'],
  ['gpl 3 0', 'GPL-3.0-only'],
  ['lgpl 2 1', 'LGPL-2.1-only'],
  ['lgpl 3 0', 'LGPL-3.0-only'],
  ['bsd 2 clause simplified', 'BSD-2-Clause'],
  ['bsd 3 clause new or revised', 'BSD-3-Clause'],
];

const idsByName: ReadonlyMap<string, string> = new Map([
  ...spdxIds.map((id): readonly [string, string] => [keyOf(id), id]),
  ...otherNames,
]);

/** A name is short, what is longer is a sentence. */
const maxCharacters = 100;

/** What says only that a licence follows. */
const heading = /^(?:data )?(?:licen[cs]e|rights?)\s*:/iu;

/** The SPDX identifier of a licence by its name or identifier, in any case and with any signs between its words. */
export function spdxIdOfName(name: string): string | undefined {
  if (name.length > maxCharacters) return undefined;
  // `GPL-3.0+`: an older way to write it.
  const written = name.trim().replace(heading, '').trim().replace(/\+$/u, ' or later');
  return idsByName.get(keyOf(written));
}

/** The words in lower case, without those that tell nothing; `v2` is 2. */
function keyOf(name: string): string {
  return words(name)
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/^v(?=\d)/u, ''))
    .join(' ');
}
