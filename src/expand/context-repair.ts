import { hasScheme, withoutBlanks } from './blank-iris.ts';
import type { Findings } from './findings.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { completeContext, schemaOrgTerms } from './schema-org/context.ts';
import { isSchemaOrgContext, isSchemaOrgWithoutScheme } from './schema-org/context-url.ts';
import { isNamespaceWithoutSlash } from './schema-org/namespace.ts';

/** What the JSON-LD processor needs to know of the contexts of a document. */
export interface ContextTraits {
  /** The terms of schema.org that `shortSchemaOrgContext` lacks and that affect the result. */
  readonly neededTerms: 'all' | ReadonlySet<string>;
  /** Whether the processor's cache of these contexts must not be shared with other documents. */
  readonly isPrivate: boolean;
  /** The number of contexts and of their terms, and whether definitions have scoped contexts. */
  readonly contexts: number;
  readonly terms: number;
  readonly isScoped: boolean;
  /** The IRIs, by name, of terms that are not prefixes. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  /** The length of the longest text that a term or IRI can expand to. */
  readonly longestText: number;
}

/** Larger contexts, which nobody writes by hand, would fill the processor's memory. */
const maxSharedEntries = 2000;
/** More contexts than the processor caches would evict those of all other documents. */
const maxSharedContexts = 100;

const isAbsolute = /^[a-z][a-z\d+.-]*:\S*$/iu;

/**
 * Repairs common mistakes in contexts that have only one reading: schema.org's namespace without
 * its final slash (in `@vocab` and prefixes; `schema-org-slash-missing`), its context without a
 * scheme, and blanks in the `@id` of a term (`iri-repaired`). `@import` of schema.org's context is
 * carried out here, since jsonld.js would corrupt its cache of that context.
 */
export class ContextRepair {
  readonly #findings: Findings;
  readonly #neededTerms = new Set<string>();
  readonly #noPrefixes = new Map<string, string>();
  #needsAllTerms = false;
  #hasRelativeVocab = false;
  #isScoped = false;
  #contexts = 0;
  #terms = 0;
  #longestText = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Repairs the `@context` of an object in place. */
  repair(holder: JsonObject): void {
    const context = holder['@context'] ?? null;
    holder['@context'] = Array.isArray(context)
      ? context.map((each) => this.#repairContext(each))
      : this.#repairContext(context);
  }

  /** The traits of all contexts so far. */
  traits(): ContextTraits {
    const [contexts, terms] = [this.#contexts, this.#terms];
    return {
      neededTerms: this.#needsAllTerms ? 'all' : this.#neededTerms,
      isPrivate: this.#hasRelativeVocab || terms > maxSharedEntries || contexts > maxSharedContexts,
      contexts,
      terms,
      isScoped: this.#isScoped,
      noPrefixes: this.#noPrefixes,
      longestText: this.#longestText,
    };
  }

  #repairContext(context: JsonValue): JsonValue {
    this.#contexts += 1;
    if (typeof context === 'string') {
      // A blank reference would resolve to the document itself.
      if (context.trim() === '') return {};
      return isSchemaOrgWithoutScheme(context) ? 'https://schema.org/' : context;
    }
    if (!isObject(context)) return context;
    importSchemaOrg(context);
    const names = Object.keys(context);
    this.#terms += names.length;
    for (const name of names) this.#repairEntry(context, name);
    // jsonld.js resolves a relative @vocab against the document's base and caches the result for
    // all documents.
    const vocab = context['@vocab'];
    if (typeof vocab === 'string' && !isAbsolute.test(vocab)) this.#hasRelativeVocab = true;
    return context;
  }

  #repairEntry(context: JsonObject, name: string): void {
    if (name === '@vocab' || name === '@protected') this.#needsAllTerms = true;
    const touched = findTouchedTerm(name);
    if (touched !== undefined) this.#neededTerms.add(touched);
    if (name.startsWith('@') && name !== '@vocab') return;
    const definition = context[name];
    if (typeof definition === 'string') context[name] = this.#withSlash(definition);
    if (isObject(definition)) this.#repairDefinition(definition);
    const unusable = unusablePrefix(context[name]);
    if (unusable !== undefined) this.#noPrefixes.set(name, unusable);
  }

  #repairDefinition(definition: JsonObject): void {
    const { '@id': id } = definition;
    if (typeof id === 'string') definition['@id'] = this.#withSlash(this.#mendBlanks(id));
    if ('@context' in definition) this.#isScoped = true;
  }

  #withSlash(text: string): string {
    this.#longestText = Math.max(this.#longestText, text.length);
    if (!isNamespaceWithoutSlash(text)) return text;
    this.#findings.add({ kind: 'schema-org-slash-missing', value: text });
    return `${text.trim()}/`;
  }

  #mendBlanks(iri: string): string {
    const repaired = hasScheme(iri) ? withoutBlanks(iri) : iri;
    if (repaired !== iri) this.#findings.add({ kind: 'iri-repaired', value: iri, repaired });
    return repaired;
  }
}

/**
 * The schema.org term that must be defined explicitly, rather than by `@vocab`, for a context entry
 * to have its meaning: one that the entry redefines, or builds on (`name:x`).
 */
function findTouchedTerm(name: string): string | undefined {
  const [prefix = ''] = name.split(':', 1);
  return schemaOrgTerms.has(prefix) ? prefix : undefined;
}

/**
 * The IRI of a term that is not usable as a prefix in JSON-LD 1.1 (§4.1.5, API §4.2.2); undefined
 * where it is.
 */
function unusablePrefix(definition: JsonValue | undefined): string | undefined {
  const isExpanded = isObject(definition);
  const iri = isExpanded ? definition['@id'] : definition;
  if (typeof iri !== 'string' || iri.startsWith('@')) return undefined;
  const isPrefix = isExpanded ? definition['@prefix'] === true : /[:/?#[\]@]$/u.test(iri);
  return isPrefix ? undefined : iri;
}

/** JSON-LD 1.1 §4.1.10: imported terms count as written in the context, whose own terms win. */
function importSchemaOrg(context: JsonObject): void {
  const source = context['@import'];
  if (typeof source !== 'string') return;
  if (!isSchemaOrgContext(source) && !isSchemaOrgWithoutScheme(source)) return;
  delete context['@import'];
  for (const [term, definition] of Object.entries(completeContext)) {
    if (!Object.hasOwn(context, term)) context[term] = definition;
  }
}
