import type { IriRole } from '../../model/problem.ts';
import { canonicalTerm, schemaOrgNamespace } from '../../rdf/schema-org.ts';
import { remembered } from '../../text/remembered.ts';
import { schemaOrgTerms } from './context.ts';

export type TermRole = Exclude<IriRole, 'subject' | 'object'>;

/**
 * A name in schema.org's namespace that does not exist in this role, and the similar one that does.
 */
export interface MisspeltTerm {
  readonly name: string;
  readonly meant: string;
}

/**
 * Names that are checked for misspellings. Shorter words are one letter away from too many ("Site"
 * is no "Suite"), no term is longer, and a digit is not a slip ("comment2").
 */
const isWord = /^[a-z]{6,60}$/u;

/** The terms of one role. */
interface Spellings {
  /** By lower-case spelling. */
  readonly terms: ReadonlyMap<string, readonly string[]>;
  /** Lower-case spellings by length, since a slip changes it by one at most. */
  readonly byLength: ReadonlyMap<number, readonly string[]>;
}

/**
 * Properties begin with a small letter; other terms are classes, datatypes or enumeration members.
 */
const properties = spellingsOf((term) => /^[a-z]/u.test(term));
const classes = spellingsOf((term) => !/^[a-z]/u.test(term));

const misspeltProperty = remembered((name) => misspeltIn(properties, name));
const misspeltClass = remembered((name) => misspeltIn(classes, name));

/**
 * The schema.org term that an IRI misspells: the only term of its role that differs by case, by a
 * final `s`, or by one letter left out, added, changed or swapped with the next.
 * @param role the role of the IRI: `dataset` is a property and no class
 */
export function misspeltTerm(iri: string, role: TermRole): MisspeltTerm | undefined {
  const canonical = canonicalTerm(iri);
  if (!canonical.startsWith(schemaOrgNamespace)) return undefined;
  const name = canonical.slice(schemaOrgNamespace.length);
  const meant = role === 'predicate' ? misspeltProperty(name) : misspeltClass(name);
  return meant === undefined ? undefined : { name, meant };
}

function spellingsOf(isOfRole: (term: string) => boolean): Spellings {
  const terms = new Map<string, string[]>();
  for (const term of schemaOrgTerms) if (isOfRole(term)) addTo(terms, term.toLowerCase(), term);
  const byLength = new Map<number, string[]>();
  for (const spelling of terms.keys()) addTo(byLength, spelling.length, spelling);
  return { terms, byLength };
}

function addTo<Key>(lists: Map<Key, string[]>, key: Key, item: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function misspeltIn({ terms, byLength }: Spellings, name: string): string | undefined {
  const plain = name.toLowerCase();
  const alike = terms.get(plain) ?? [];
  if (alike.length > 0) return alike.includes(name) ? undefined : only(alike);
  // A term of the other role is misused, not misspelt.
  if (schemaOrgTerms.has(name)) return undefined;
  const otherNumber = [`${plain}s`, plain.replace(/s$/u, '')].flatMap(
    (each) => terms.get(each) ?? [],
  );
  if (otherNumber.length > 0) return only(otherNumber);
  if (!isWord.test(plain)) return undefined;
  const near = [-1, 0, 1].flatMap((difference) => byLength.get(plain.length + difference) ?? []);
  const slips = near.filter((spelling) => isOneSlip(plain, spelling));
  return only(slips.flatMap((spelling) => terms.get(spelling) ?? []));
}

function only(terms: readonly string[]): string | undefined {
  return terms.length === 1 ? terms[0] : undefined;
}

/**
 * Whether one letter was left out, added, changed or swapped with the next; lengths differ by one
 * at most.
 */
function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  if (end - start <= 1 && otherEnd - start <= 1) return true;
  const isPair = end - start === 2 && otherEnd - start === 2;
  return isPair && one[start] === other[start + 1] && one[start + 1] === other[start];
}
