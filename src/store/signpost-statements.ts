import type { Signpost, SignpostingRelation } from '../model/typed-link.ts';
import { dcterms, rdf, rdfs, schema } from '../rdf/vocabularies.ts';
import { canonicalTerm } from '../rdf/schema-org.ts';
import { about, resource, resourceOrText, text } from './own-terms.ts';

/**
 * The CDIF property for each relation of Signposting (CDIF, "Mapping from Signposting relations to
 * CDIF elements").
 */
export const linkPredicates: Readonly<Record<SignpostingRelation, string>> = {
  author: schema.creator,
  'cite-as': schema.identifier,
  collection: schema.isPartOf,
  describedby: schema.subjectOf,
  describes: schema.about,
  item: schema.hasPart,
  license: schema.license,
  // A linkset is metadata about links, for which CDIF has no element.
  linkset: rdfs.seeAlso,
  type: rdf.type,
};

/**
 * Writes typed links as statements: context, relation and target, with media type and profiles of
 * the target. See `docs/vocabulary.md`. N-Quads in the provenance graph, without blank nodes.
 */
export function signpostStatements(links: readonly Signpost[]): string {
  return links
    .map(({ context, rel, target, type, profiles }) => {
      // Signposting uses https for schema.org's types; record graphs have http.
      const object = resource(rel === 'type' ? canonicalTerm(target) : target);
      const ofTarget = [
        [dcterms.format, text(type)] as const,
        ...profiles.map((profile) => [dcterms.conformsTo, resourceOrText(profile)] as const),
      ];
      return (
        about('provenance', context, [[linkPredicates[rel], object]]) +
        (object === undefined ? '' : about('provenance', target, ofTarget))
      );
    })
    .join('');
}
