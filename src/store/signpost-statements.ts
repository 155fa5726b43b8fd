import type { Signpost, SignpostingRelation } from '../model/typed-link.ts';
import { dcterms, rdf, rdfs, schema } from '../rdf/vocabularies.ts';
import { canonicalTerm } from '../rdf/schema-org.ts';
import { about, resource, resourceOrText, text } from './own-terms.ts';

/** What a link of Signposting says in the terms of CDIF (CDIF, "Mapping from Signposting relations to CDIF elements"). */
export const linkPredicates: Readonly<Record<SignpostingRelation, string>> = {
  author: schema.creator,
  'cite-as': schema.identifier,
  collection: schema.isPartOf,
  describedby: schema.subjectOf,
  describes: schema.about,
  item: schema.hasPart,
  license: schema.license,
  // It is metadata of links, for which CDIF has no element.
  linkset: rdfs.seeAlso,
  type: rdf.type,
};

/**
 * What typed links say: of their context what they lead to, and of their target its media type and profiles. See
 * `docs/vocabulary.md`. N-Quads in the provenance graph, without blank nodes.
 */
export function signpostStatements(links: readonly Signpost[]): string {
  return links
    .map(({ context, rel, target, type, profiles }) => {
      // Signposting wants schema.org's types with https; record graphs have them with http.
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
