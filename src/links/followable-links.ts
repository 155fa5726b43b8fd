import { cdifLabelOf } from '../model/cdif-profile.ts';
import {
  isJsonLdType,
  isJsonType,
  isPageType,
  isVagueType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { TypedLink } from '../model/typed-link.ts';

/**
 * Media types of targets in order of preference for metadata; pages and XML are followed for a
 * label only.
 */
const kinds = ['json-ld', 'rdf', 'json', 'unknown', 'xml', 'page'] as const;
type Kind = (typeof kinds)[number];

/** Ranks by label, then relation, then type. */
type Rank = readonly [label: number, relation: number, kind: number];

/**
 * The links of one context that may lead to its metadata, the best offer first, each target once:
 *
 * 1. labelled as CDIF: `describedby` or `alternate`, of a type that can hold it; a record before a list of records;
 * 2. `describedby`: JSON-LD, then RDF in other syntaxes, then plain JSON, then what has no type or one that says nothing;
 * 3. `alternate` as JSON-LD or other RDF.
 *
 * Equal offers keep the order of their publisher. Left out is what is never followed: other relations; other types, which
 * are those of formats of their own (XML without a label, PDF, `application/geo+json`, `application/vnd.datacite.datacite+json`).
 */
export function followableLinks<Link extends TypedLink>(links: readonly Link[]): readonly Link[] {
  const ranked: { readonly link: Link; readonly rank: Rank }[] = [];
  for (const link of links) {
    const rank = rankOf(link);
    if (rank !== undefined) ranked.push({ link, rank });
  }
  ranked.sort((one, other) => compare(one.rank, other.rank));
  const best = new Map<string, Link>();
  for (const { link } of ranked) if (!best.has(link.target)) best.set(link.target, link);
  return [...best.values()];
}

function rankOf({ rel, type, profiles }: TypedLink): Rank | undefined {
  if (rel !== 'describedby' && rel !== 'alternate') return undefined;
  const kind = kindOf(type ?? '');
  if (kind === undefined) return undefined;
  const relation = rel === 'describedby' ? 0 : 1;
  const label = cdifLabelOf(profiles);
  if (label !== undefined) return [label === 'record' ? 0 : 1, relation, kinds.indexOf(kind)];
  // A page may be described by any other page, and has alternates in other languages, for feed readers and for phones.
  const isRdf = kind === 'json-ld' || kind === 'rdf';
  const isWorthIt = rel === 'describedby' ? kind !== 'page' && kind !== 'xml' : isRdf;
  return isWorthIt ? [2, relation, kinds.indexOf(kind)] : undefined;
}

/** @returns undefined where the type is that of a format which is no metadata to us */
function kindOf(type: string): Kind | undefined {
  // `application/vnd.schemaorg.ld+json` of DataCite and its like.
  if (isJsonLdType(type) || type.endsWith('.ld+json')) return 'json-ld';
  if (rdfSyntaxOf(type) !== undefined) return 'rdf';
  if (isVagueType(type)) return 'unknown';
  if (isPageType(type)) return 'page';
  // Formats of their own, ISO 19139 for one, but RDF/XML as well.
  if (type === 'application/xml' || type === 'text/xml') return 'xml';
  return isJsonType(type) && !type.endsWith('+json') ? 'json' : undefined;
}

function compare(one: Rank, other: Rank): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
