import type { IriRole } from '../model/problem.ts';
import { canonicalTerm, schemaOrgNamespace } from '../rdf/vocabularies.ts';
import { groupBy, memoize } from '../text/collections.ts';
import { schemaOrgPrefixes, schemaOrgTerms } from './schema-org/context.ts';

const withoutSlashOrWithHash = /^https?:\/\/(?:www\.)?schema\.org(?:\/?#)?/iu;
const withoutSlash = /^\s*https?:\/\/(?:www\.)?schema\.org\s*$/iu;

/**
 * Canonicalises an IRI that may name anything. It is a term only if schema.org has it
 * (`https://schema.org/InStock`); otherwise it may be a document of the site
 * (`https://schema.org/docs/`) and is returned unchanged.
 */
export function canonicalNodeIri(iri: string): string {
  const term = canonicalTerm(iri);
  return term !== iri && schemaOrgTerms.has(term.slice(schemaOrgNamespace.length)) ? term : iri;
}

/** Whether a text is schema.org's namespace without its final slash. */
export function isNamespaceWithoutSlash(text: string): boolean {
  return withoutSlash.test(text);
}

/**
 * The canonical IRI of a term where the slash before its name is missing or a hash:
 * `https://schema.orgDataset`, `https://schema.org#Dataset`, `https://schema.org/#Dataset`. Others
 * unchanged.
 */
export function repairTermSlash(iri: string): string {
  const name = iri.replace(withoutSlashOrWithHash, '');
  return name !== iri && schemaOrgTerms.has(name) ? schemaOrgNamespace + name : iri;
}

/** A compact IRI that expansion left unchanged, since no context declares its prefix. */
interface UndeclaredPrefix {
  readonly prefix: string;
  /** The namespace of a well-known prefix; absent for others. */
  readonly namespace?: string;
}

/**
 * Prefixes with one conventional meaning: those of schema.org's context, and others common in
 * records of research data. None is a URI scheme, so that no real IRI is taken for a compact one.
 */
const namespaces: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...schemaOrgPrefixes,
    adms: 'http://www.w3.org/ns/adms#',
    cdi: 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
    cr: 'http://mlcommons.org/croissant/',
    dqv: 'http://www.w3.org/ns/dqv#',
    geosparql: 'http://www.opengis.net/ont/geosparql#',
    gsp: 'http://www.opengis.net/ont/geosparql#',
    locn: 'http://www.w3.org/ns/locn#',
    qudt: 'http://qudt.org/schema/qudt/',
    sdo: 'http://schema.org/',
    sf: 'http://www.opengis.net/ont/sf#',
    spdx: 'http://spdx.org/rdf/terms#',
  }),
);

/**
 * Schemes (IANA's registry, and those used for identifiers) that need no `//`. Anything else before
 * a colon is an undeclared prefix.
 */
const schemes: ReadonlySet<string> = new Set(
  (
    'about acct ark arxiv bibcode blob cid crossref data dat did doi eprint file ftp geo gs ' +
    'handle hdl http https igsn info ipfs ipns isbn isni issn istc lsid magnet mailto mid nbn ' +
    'news ni nih nil oai oid orcid pid pmcid pmid purl raid rrid s3 sftp sha1 sha256 sms ssh swh ' +
    'tag tel upc urn uuid view-source viaf ws wss xmpp'
  ).split(' '),
);

/** JSON-LD 1.1 §4.1.5: a text with `//` after the colon has no prefix; nor has a sentence. */
const compact = /^([a-z][\w+.-]*):(?!\/\/|%20|\s)/iu;

/**
 * The prefix of an IRI that expansion left compact; undefined where it has a scheme, or is a blank
 * node.
 */
export function findUndeclaredPrefix(iri: string): UndeclaredPrefix | undefined {
  const [, prefix] = compact.exec(iri) ?? [];
  if (prefix === undefined || schemes.has(prefix.toLowerCase())) return undefined;
  const namespace = namespaces.get(prefix);
  return namespace === undefined ? { prefix } : { prefix, namespace };
}

/** Expands an undeclared well-known prefix; returns any other IRI unchanged. */
export function expandUndeclaredPrefix(iri: string): string {
  const undeclared = findUndeclaredPrefix(iri);
  if (undeclared?.namespace === undefined) return iri;
  return undeclared.namespace + iri.slice(undeclared.prefix.length + 1);
}

/** The role of a term of a vocabulary in a statement. */
export type TermRole = Exclude<IriRole, 'subject' | 'object'>;

/**
 * A name in schema.org's namespace that does not exist in this role, and the similar one that does.
 */
interface MisspeltTerm {
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

const misspeltProperty = memoize((name) => misspeltIn(properties, name));
const misspeltClass = memoize((name) => misspeltIn(classes, name));

/**
 * The schema.org term that an IRI misspells: the only term of its role that differs by case, by a
 * final `s`, or by one letter left out, added, changed or swapped with the next.
 * @param role the role of the IRI: `dataset` is a property and no class
 */
export function findMisspeltTerm(iri: string, role: TermRole): MisspeltTerm | undefined {
  const canonical = canonicalTerm(iri);
  if (!canonical.startsWith(schemaOrgNamespace)) return undefined;
  const name = canonical.slice(schemaOrgNamespace.length);
  const meant = role === 'predicate' ? misspeltProperty(name) : misspeltClass(name);
  return meant === undefined ? undefined : { name, meant };
}

function spellingsOf(isOfRole: (term: string) => boolean): Spellings {
  const terms = groupBy([...schemaOrgTerms].filter(isOfRole), (term) => term.toLowerCase());
  return { terms, byLength: groupBy(terms.keys(), ({ length }) => length) };
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
