import { hasScheme, withoutBlanks } from './blank-iris.ts';
import type { Findings } from './findings.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { completeContext, schemaOrgTerms } from './schema-org/context.ts';
import { isSchemaOrgContext, isSchemaOrgWithoutScheme } from './schema-org/context-url.ts';
import { isNamespaceWithoutSlash } from './schema-org/namespace.ts';

/** What the contexts of a document ask of the JSON-LD processor. */
export interface ContextTraits {
  /**
   * The terms of schema.org that `shortContext` lacks and that make a difference: all, or these.
   */
  readonly neededTerms: 'all' | ReadonlySet<string>;
  /** Whether what the processor remembers of these contexts must not serve for other documents. */
  readonly isPrivate: boolean;
  /** How many contexts there are, and terms in them, with the contexts that definitions hold. */
  readonly contexts: number;
  readonly terms: number;
  readonly isScoped: boolean;
  /** The IRIs of terms that are no prefixes, by name. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  /** The length of the longest text by which a term or IRI can be expanded. */
  readonly longestText: number;
}

/** Goes over the contexts of one document. */
export interface ContextRepair {
  /** Mends the `@context` of an object in place. */
  repair(holder: JsonObject): void;
  /** What was seen in all contexts so far. */
  traits(): ContextTraits;
}

/** Contexts with more entries than people write would fill the memory of the processor. */
const maxSharedEntries = 2000;
/** With more contexts than it remembers it would forget those of all other documents. */
const maxSharedContexts = 100;

const isAbsolute = /^[a-z][a-z\d+.-]*:\S*$/iu;

/**
 * Mends what publishers get wrong in contexts and has one reading: schema.org's namespace without the slash at its end
 * (in `@vocab`, in prefixes; reported as `schema-org-slash-missing`), its context without a scheme, and blanks in the
 * `@id` of a term (`iri-repaired`). `@import` of schema.org's context is carried out here, since jsonld.js would spoil its memory of that context for later documents.
 */
export function createContextRepair(findings: Findings): ContextRepair {
  return new ContextMender(findings);
}

class ContextMender implements ContextRepair {
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

  repair(holder: JsonObject): void {
    const context = holder['@context'] ?? null;
    holder['@context'] = Array.isArray(context)
      ? context.map((each) => this.#repairContext(each))
      : this.#repairContext(context);
  }

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
      // It would be taken for the URL of the document itself.
      if (context.trim() === '') return {};
      return isSchemaOrgWithoutScheme(context) ? 'https://schema.org/' : context;
    }
    if (!isObject(context)) return context;
    importSchemaOrg(context);
    const names = Object.keys(context);
    this.#terms += names.length;
    for (const name of names) this.#repairEntry(context, name);
    // jsonld.js resolves a relative @vocab against the base of the document and remembers the result for all others.
    const vocab = context['@vocab'];
    if (typeof vocab === 'string' && !isAbsolute.test(vocab)) this.#hasRelativeVocab = true;
    return context;
  }

  #repairEntry(context: JsonObject, name: string): void {
    if (name === '@vocab' || name === '@protected') this.#needsAllTerms = true;
    const touched = touchedTerm(name);
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
 * The term of schema.org that must be defined, rather than expanded by `@vocab`, for an entry of a
 * context to mean what it means: one that the entry replaces or that replaces it, or that it builds
 * on (`name:x`).
 */
function touchedTerm(name: string): string | undefined {
  const [prefix = ''] = name.split(':', 1);
  return schemaOrgTerms.has(prefix) ? prefix : undefined;
}

/**
 * The IRI of a term that JSON-LD 1.1 (§4.1.5, API §4.2.2) does not take for a prefix; undefined
 * where it does.
 */
function unusablePrefix(definition: JsonValue | undefined): string | undefined {
  const isExpanded = isObject(definition);
  const iri = isExpanded ? definition['@id'] : definition;
  if (typeof iri !== 'string' || iri.startsWith('@')) return undefined;
  const isPrefix = isExpanded ? definition['@prefix'] === true : /[:/?#[\]@]$/u.test(iri);
  return isPrefix ? undefined : iri;
}

/** JSON-LD 1.1 §4.1.10: what is imported is as if written in the context, which wins. */
function importSchemaOrg(context: JsonObject): void {
  const source = context['@import'];
  if (typeof source !== 'string') return;
  if (!isSchemaOrgContext(source) && !isSchemaOrgWithoutScheme(source)) return;
  delete context['@import'];
  for (const [term, definition] of Object.entries(completeContext)) {
    if (!Object.hasOwn(context, term)) context[term] = definition;
  }
}
