import { isIri } from '../rdf/iri.ts';
import { remembered } from '../text/remembered.ts';

/** What a list of link relations says. */
export interface Relations {
  /** Each once, in order. */
  readonly relations: readonly string[];
  /** Whether there is something else among them, which is neither a name nor an IRI. */
  readonly hasOthers: boolean;
}

/** RFC 8288 §3.3: `reg-rel-type`, in any case. */
const name = /^[a-z][a-z\d.-]*$/u;

/** Registered relations written as IRIs, as in Atom (RFC 4287 §4.2.7.2) and the linksets of RFC 9264 appendix A. */
const registered = /^https?:\/\/www\.iana\.org\/assignments\/relation\/(?=[a-z][a-z\d.-]*$)/u;

/**
 * The relations in a `rel` attribute, a list with blanks between. Both kinds become lower case: registered ones are names
 * in any case, and extension relations, which are IRIs, compare without regard to case and should be lower case anyway
 * (RFC 8288 §2.1.2).
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
