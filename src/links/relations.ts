import { isIri } from '../rdf/iri.ts';
import { remembered } from '../text/remembered.ts';

/** The parsed value of `rel`. */
export interface Relations {
  /** Relations without duplicates, in order. */
  readonly relations: readonly string[];
  /** Whether the list has an entry that is neither a registered name nor an IRI. */
  readonly hasOthers: boolean;
}

/** RFC 8288 §3.3: `reg-rel-type`, in any case. */
const name = /^[a-z][a-z\d.-]*$/u;

/** Registered relations written as IRIs, as in Atom (RFC 4287 §4.2.7.2) and the linksets of RFC 9264 appendix A. */
const registered = /^https?:\/\/www\.iana\.org\/assignments\/relation\/(?=[a-z][a-z\d.-]*$)/u;

/**
 * Parses a `rel` attribute, a list separated by blanks. Relations become lower case: registered
 * names are case-insensitive, and extension relations (IRIs) compare case-insensitively (RFC 8288
 * §2.1.2).
 */
export const relationsIn = remembered((list: string): Relations => {
  const relations = new Set<string>();
  let hasOthers = false;
  for (const word of list.split(/[ \t\r\n]+/u)) {
    if (word === '') continue;
    const relation = word.toLowerCase().replace(registered, '');
    if (name.test(relation) || isIri(relation)) relations.add(relation);
    else hasOthers = true;
  }
  return { relations: [...relations], hasOthers };
});
