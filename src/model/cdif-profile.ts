import { remembered } from '../text/remembered.ts';

/** What a profile says of what it labels: metadata as CDIF wants it, or a list of such records. */
export type CdifLabel = 'record' | 'list';

/**
 * CDIF's own words for media types (CDIF 1.0, publication), and what draft examples have in their place. A version may follow,
 * or be missing.
 */
const words: readonly (readonly [RegExp, CdifLabel])[] = [
  [/^cdif-?list(?:-?\d+(?:\.\d+)*)?$/iu, 'list'],
  [/^cdif(?:_basic)?(?:[-_]?\d+(?:\.\d+)*)?$/iu, 'record'],
];

/** The namespace of CDIF's conformance IRIs, and the profile IRIs of the draft's examples, where a list is a collection. */
const iris = /^https?:\/\/(?:w3id\.org\/cdif\/|example\.org\/profile\/cdif)/iu;

/**
 * What profiles label as CDIF, whatever the spelling: `CDIF1.0`, `CDIF-list-1.0`, IRIs below `https://w3id.org/cdif/`
 * in http or https. A list wins, since it is a list of CDIF records.
 * @returns undefined where none of them is CDIF's
 */
export function cdifLabelOf(profiles: readonly string[]): CdifLabel | undefined {
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
 * The one spelling of a CDIF profile, so that records that claim the same can be found together: the conformance IRI
 * `https://w3id.org/cdif/discovery/1.1` for http, a slash at the end, `/profiles/` in the path or a name without
 * underscore; `CDIF_basic_1.0`, which has no such IRI, for the ways in which the draft's profile is written. A version that is not
 * said is not added. Every other text as it is: example IRIs and profiles of a domain are their own.
 */
export const canonicalProfile = remembered((profile) => {
  if (draftProfile.test(profile)) return 'CDIF_basic_1.0';
  const [, name = '', version = ''] = conformance.exec(profile) ?? [];
  if (name === '') return profile;
  const canonical = profileNames.get(name.toLowerCase().replaceAll(/[-_]/gu, '')) ?? name;
  return `https://w3id.org/cdif/${canonical}${version}`;
}, 1000);

const conformance =
  /^https?:\/\/(?:www\.)?w3id\.org\/cdif\/(?:profiles\/)?(\w[\w-]*)(\/\d+(?:\.\d+)*)?\/*$/iu;
/** As a word, with a prefix, or as an IRI relative to whatever document it stood in. */
const draftProfile = /^(?:cdif:profile_basic_1\.0|(?:\S*[/#:])?CDIF_basic_1\.0)$/iu;
/** CDIF's own profiles (CDIF 1.1), by their names without what is between words. */
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
