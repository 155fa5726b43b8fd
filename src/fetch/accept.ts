import type { Ask } from '../model/ask.ts';
import { isJsonLdType, rdfSyntaxOf } from '../model/media-type.ts';
import type { Target, TargetLabel } from '../model/target.ts';

/**
 * HTML and JSON-LD have equal weight, so that a server that has both sends its default; other JSON
 * may be metadata, and all other types are accepted because many servers mislabel.
 */
export const anyAccept =
  'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5';

/**
 * `Accept` for a catalogue: machine-readable formats first, since an HTML page may show only a
 * part.
 */
const listAccept =
  'application/geo+json, application/ld+json;q=0.9, application/json;q=0.8, text/turtle;q=0.7, ' +
  'text/html;q=0.6, application/xhtml+xml;q=0.6, */*;q=0.5';

/**
 * `Accept` where a page offers no metadata: CDIF first, then the syntaxes by how completely they
 * are read.
 */
const otherMetadata = [
  ['application/ld+json', 0.8],
  ['text/turtle', 0.7],
  ['application/rdf+xml', 0.6],
  ['application/n-triples', 0.5],
  ['application/n-quads', 0.5],
  ['application/trig', 0.5],
] as const;
const metadataAccept = `application/ld+json;profile="CDIF1.0", ${others(new Set())}`;

/**
 * The `Accept` header of a request. Labels of the document come first, since the same URL may give
 * a page to others; a label that names a script means that the page is wanted.
 */
export function acceptOf({ target, negotiates }: Pick<Ask, 'target' | 'negotiates'>): string {
  if (negotiates === true) return metadataAccept;
  const labels = (target.labels ?? []).filter(({ scriptId }) => scriptId === undefined);
  const documents = labels.filter((label) => isDocument(label));
  if (documents.length === 0) return usualAccept(target, labels);
  const types = new Set(documents.flatMap(withProfiles));
  const named = new Set(documents.map(({ type }) => type));
  return [...types, others(named), '*/*;q=0.1'].join(', ');
}

type DocumentLabel = TargetLabel & Required<Pick<TargetLabel, 'type'>>;

function isDocument(label: TargetLabel): label is DocumentLabel {
  const { type = '' } = label;
  return isJsonLdType(type) || rdfSyntaxOf(type) !== undefined;
}

function usualAccept({ isList }: Target, labels: readonly TargetLabel[]): string {
  if (isList !== true) return anyAccept;
  return [...labels.flatMap(({ type = [] }) => type), listAccept].join(', ');
}

/** The other metadata types, each with its weight. */
function others(named: ReadonlySet<string>): string {
  return otherMetadata
    .filter(([type]) => !named.has(type))
    .map(([type, weight]) => `${type};q=${weight}`)
    .join(', ');
}

/** A type, with the profiles that are said of it before it without them. */
function withProfiles({ type, profiles }: DocumentLabel): readonly string[] {
  // In quotes, a profile needs no escape.
  const named = profiles.filter((profile) => /^[!#-[\]-~]+$/u.test(profile)).join(' ');
  return named === '' ? [type] : [`${type};profile="${named}"`, `${type};q=0.9`];
}
