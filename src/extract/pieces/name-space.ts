import { repairIri } from '../../rdf/iri.ts';
import { isObject, type JsonObject } from '../json-document.ts';
import { parsedUrl } from '../../text/parsed-url.ts';

/** What the names in the text of a node mean, as far as the contexts that are written beside it tell. */
export interface NameSpace {
  /** A name as an IRI; undefined where only a context that is not at hand could tell. */
  expand(text: string): string | undefined;
  /** Whether the properties that say what a thing is called have the names they are known by. */
  readonly isPlain: boolean;
  /** Whether texts under a property are names and no literals; undefined where only a context that is not at hand could tell. */
  isName(property: string): boolean | undefined;
  /** What names mean in a node, which may have a context of its own. */
  within(node: JsonObject): NameSpace;
}

/** Prefixes that schema.org's context declares, with or without a part behind a hyphen, and that a name may begin with. */
const remotePrefixes =
  /^(?:bibo|brick|cmns|csvw|dc|dcam|dcat|dcmitype|dct|dcterms|dctype|doap|eli|fibo|foaf|geo|gleif|gs1|hydra|lcc|mo|odrl|og|org|owl|prof|prov|qb|rdf|rdfs|sarif|schema|sdo|sh|skos|snomed|sosa|ssn|time|unece|vann|vcard|void|wd|wdt|wikidata|xml|xsd)(?:-[a-z-]+)?$/u;
/** The properties by which it is told what a thing is called; of other terms nothing depends on what they mean. */
const telling: ReadonlySet<string> = new Set(
  (
    '@id @type id type about additionalType conformsTo contentUrl encoding encodingFormat identifier item primaryTopic ' +
    'subjectOf url value CatalogRecord DigitalDocument'
  ).split(' '),
);
/** A prefix ends where a part of an IRI ends (JSON-LD 1.1 API §4.2.2 step 14.2.5: gen-delims of RFC 3986 §2.2). */
const prefixEnd = /[:/?#[\]@]$/u;
const compact = /^([^:/?#]*):(?!\/\/)(.*)$/su;

interface Declared {
  readonly prefixes: ReadonlyMap<string, string>;
  /** Null where relative names are left as they are. */
  readonly base: string | null;
  readonly isPlain: boolean;
  /** Of terms with a definition, whether their values are names. */
  readonly coerced: ReadonlyMap<string, boolean>;
  /** Whether there may be more prefixes than are written here. */
  readonly isRemote: boolean;
}

/**
 * Makes the name space of a document.
 * @param context the value of `@context` at its root, where it has one
 * @param base what relative names are resolved against
 * @param isKnown false where a context may still come, behind what it is for
 */
export function createNameSpace(context: unknown, base: string, isKnown = true): NameSpace {
  const nothing = { prefixes: new Map(), coerced: new Map(), base, isPlain: true, isRemote: false };
  return spaceOf(declare(context, nothing), isKnown);
}

function spaceOf(declared: Declared, isKnown: boolean): NameSpace {
  return {
    isPlain: declared.isPlain,
    expand(text) {
      const iri = expandWith(text.trim(), declared, isKnown);
      return iri === undefined ? undefined : (repairIri(iri) ?? iri);
    },
    isName(property) {
      const known = declared.coerced.get(property);
      if (known !== undefined) return known;
      // Of these schema.org's context says that the values of `url` are names, and those of the others not.
      const mayBeName = property === 'url' && declared.isRemote;
      return mayBeName || !isKnown ? undefined : false;
    },
    within(node) {
      const context = node['@context'];
      return context === undefined
        ? spaceOf(declared, isKnown)
        : spaceOf(declare(context, declared), isKnown);
    },
  };
}

function expandWith(
  text: string,
  { prefixes, base, isRemote }: Declared,
  isKnown: boolean,
): string | undefined {
  const [, prefix, rest = ''] = compact.exec(text) ?? [];
  if (prefix === '_') return text;
  if (prefix !== undefined) {
    const namespace = prefixes.get(prefix);
    if (namespace !== undefined) return namespace + rest;
    return !isKnown || (isRemote && remotePrefixes.test(prefix)) ? undefined : text;
  }
  if (base === null || /^[A-Za-z][A-Za-z\d+.-]*:/u.test(text)) return text;
  return hrefOf(text, base);
}

function declare(context: unknown, before: Declared): Declared {
  const parts: readonly unknown[] = Array.isArray(context) ? context : [context];
  const isRemote = before.isRemote || parts.some((part) => typeof part === 'string');
  const terms = parts.filter((part) => isObject(part)).reduce(declareTerms, before);
  return isRemote === terms.isRemote ? terms : Object.assign({}, terms, { isRemote });
}

function declareTerms(before: Declared, terms: JsonObject): Declared {
  const prefixes = new Map(before.prefixes);
  const coerced = new Map(before.coerced);
  let { isPlain } = before;
  for (const [term, definition] of Object.entries(terms)) {
    if (term.startsWith('@')) continue;
    isPlain &&= isPlainTerm(term, definition);
    coerced.set(term, isObject(definition) && definition['@type'] === '@id');
    const namespace = namespaceOf(definition);
    if (namespace !== undefined) prefixes.set(term, resolved(namespace, terms, before.prefixes));
  }
  const { isRemote } = before;
  return { prefixes, coerced, isPlain, isRemote, base: baseOf(terms['@base'], before.base) };
}

/** Whether nothing that tells what a thing is called has another name by a definition. */
function isPlainTerm(term: string, definition: unknown): boolean {
  const meaning = isObject(definition) ? (definition['@id'] ?? term) : definition;
  if (typeof meaning !== 'string') return !telling.has(term);
  return keepsName(term, meaning) && !isScoped(definition);
}

/** What a prefix that is defined so stands for. */
function namespaceOf(definition: unknown): string | undefined {
  const isMarked = isObject(definition) && definition['@prefix'] === true;
  const meaning = isMarked ? definition['@id'] : definition;
  return typeof meaning === 'string' && prefixEnd.test(meaning) ? meaning : undefined;
}

/** A prefix may be declared by another. */
function resolved(meaning: string, terms: JsonObject, before: ReadonlyMap<string, string>): string {
  const [, prefix = '', rest = ''] = compact.exec(meaning) ?? [];
  const namespace = terms[prefix] ?? before.get(prefix);
  return typeof namespace === 'string' && prefix !== '' ? namespace + rest : meaning;
}

function hrefOf(text: string, base: string | undefined): string {
  return parsedUrl(text, base)?.href ?? text;
}

/** @param base the value of `@base`; where it is neither a text nor null it says nothing */
function baseOf(base: unknown, before: string | null): string | null {
  if (base === null) return null;
  if (typeof base !== 'string') return before;
  return hrefOf(base, before ?? undefined);
}

function keepsName(term: string, meaning: string): boolean {
  const name = localName(meaning);
  if (!telling.has(term) && !telling.has(name)) return true;
  return name.replace('@', '') === localName(term).replace('@', '');
}

function isScoped(definition: unknown): boolean {
  return isObject(definition) && ('@context' in definition || '@reverse' in definition);
}

function localName(text: string): string {
  return text.replace(/^.*[/#:]/su, '');
}
