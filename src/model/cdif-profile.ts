import { memoize } from '../text/memoize.ts';

/** The meaning of a CDIF profile as a label: a metadata record, or a list of such records. */
export type CdifLabel = 'record' | 'list';

/**
 * CDIF's words in media types (CDIF 1.0, publication), and their equivalents in draft examples. A
 * version may follow or be missing.
 */
const words: readonly (readonly [RegExp, CdifLabel])[] = [
  [/^cdif-?list(?:-?\d+(?:\.\d+)*)?$/iu, 'list'],
  [/^cdif(?:_basic)?(?:[-_]?\d+(?:\.\d+)*)?$/iu, 'record'],
];

/**
 * The namespace of CDIF's conformance IRIs, and the profile IRIs of the draft's examples, where a
 * list is a collection.
 */
const iris = /^https?:\/\/(?:w3id\.org\/cdif\/|example\.org\/profile\/cdif)/iu;

/**
 * Finds the CDIF label among profiles, in any spelling: `CDIF1.0`, `CDIF-list-1.0`, IRIs below
 * `https://w3id.org/cdif/` in http or https. A list wins, since it is a list of CDIF records.
 * @returns undefined where none of them is a CDIF profile
 */
export function findCdifLabel(profiles: readonly string[]): CdifLabel | undefined {
  const labels = profiles.map((profile) => labelOf(profile));
  return labels.find((label) => label === 'list') ?? labels.find((label) => label !== undefined);
}

function labelOf(profile: string): CdifLabel | undefined {
  const word = words.find(([pattern]) => pattern.test(profile));
  if (word !== undefined) return word[1];
  if (!iris.test(profile)) return undefined;
  return /\blist\b|collection/iu.test(profile) ? 'list' : 'record';
}

/**
 * The canonical spelling of a CDIF profile, so that records with the same profile are found
 * together: the conformance IRI `https://w3id.org/cdif/discovery/1.1` for variants with http, a
 * trailing slash, `/profiles/` in the path or a name without underscore; `CDIF_basic_1.0`, which
 * has no such IRI, for the spellings of the draft's profile. A missing version is not added. Any
 * other text stays as it is: example IRIs and domain profiles.
 */
export const canonicalProfile = memoize((profile) => {
  if (draftProfile.test(profile)) return 'CDIF_basic_1.0';
  const [, name = '', version = ''] = conformance.exec(profile) ?? [];
  if (name === '') return profile;
  const canonical = profileNames.get(name.toLowerCase().replaceAll(/[-_]/gu, '')) ?? name;
  return `https://w3id.org/cdif/${canonical}${version}`;
}, 1000);

const conformance =
  /^https?:\/\/(?:www\.)?w3id\.org\/cdif\/(?:profiles\/)?(\w[\w-]*)(\/\d+(?:\.\d+)*)?\/*$/iu;
/** As a word, with a prefix, or as an IRI relative to any document. */
const draftProfile = /^(?:cdif:profile_basic_1\.0|(?:\S*[/#:])?CDIF_basic_1\.0)$/iu;
/** CDIF's own profiles (CDIF 1.1), by their names without separators. */
const profileNames: ReadonlyMap<string, string> = new Map(
  [
    'codelist',
    'complete',
    'conceptscheme',
    'core',
    'data_description',
    'data_structure',
    'discovery',
    'manifest',
    'provenance',
  ].map((name) => [name.replaceAll('_', ''), name]),
);
