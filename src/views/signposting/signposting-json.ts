import { asciiUri, linkFieldValue } from './link-field-value.ts';
import { targetObject } from './linksets.ts';
import { lackingRelations, type LinkSet, type SignpostingRecord } from './signposting-record.ts';

/**
 * The links of a resource as JSON; each set also as `Link` header value, and with its missing
 * relations.
 */
export function signpostingJson({ graph, iri, sets }: SignpostingRecord): unknown {
  return { graph, ...(iri === undefined ? {} : { iri }), sets: sets.map(linkSetJson) };
}

function linkSetJson(set: LinkSet): unknown {
  const { sender, anchor, links } = set;
  return {
    sender,
    ...(anchor === undefined ? {} : { anchor: asciiUri(anchor) }),
    links: links.map((each) => Object.assign({ rel: each.rel }, targetObject(each))),
    link: linkFieldValue(set),
    lacking: lackingRelations(set),
  };
}
