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
