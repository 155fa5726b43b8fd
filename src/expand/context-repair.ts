import type { MissingContext } from '../model/target.ts';
import { schemaOrgNamespace } from '../rdf/vocabularies.ts';
import {
  asArray,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import type { ContextSupply } from '../model/remote-context.ts';
import {
  type BundledContext,
  isSchemaOrgReference,
  recogniseContext,
} from './contexts/bundled-contexts.ts';
import type { ExpansionFinding, FindingSink, Refused } from './findings.ts';
import { encodeBlanks, hasScheme } from './hidden-values.ts';
import { isNamespaceWithoutSlash } from './iri-corrections.ts';
import { placeProperty } from './mark-places.ts';
import { membershipProperties, nodeId } from './records/node-view.ts';
import {
  contextUrl,
  importContext,
  isBundledContext,
  reachableContexts,
} from './remote-contexts.ts';
import { schemaOrgTerms } from './schema-org/context.ts';

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
  /** Whether a context that is given by URL has terms whose values are lists. */
  readonly hasListTerms: boolean;
  /** The IRIs, by name, of terms that are not prefixes. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  /** The length of the longest text that a term or IRI can expand to. */
  readonly longestText: number;
}

/** Larger contexts, which nobody writes by hand, would fill the processor's memory. */
const maxSharedEntries = 2000;
/** More contexts than the processor caches would evict those of all other documents. */
const maxSharedContexts = 100;

const namespaceOfSchemaOrg = /^https?:\/\/(?:www\.)?schema\.org\/$/iu;

const isAbsolute = /^[a-z][a-z\d+.-]*:\S*$/iu;

/**
 * Repairs common mistakes in contexts that have only one reading: schema.org's namespace without
 * its final slash (in `@vocab` and prefixes; `schema-org-slash-missing`), another URL of schema.org
 * or of a bundled context in their place (`context-url-wrong`), and blanks in the IRI of a term
 * (`iri-repaired`). Carries out `@import` (`importContext`), and seeks the contexts that are not
 * bundled.
 */
export class ContextRepair {
  readonly #findings: FindingSink;
  readonly #base: string;
  readonly #supply: ContextSupply | undefined;
  /** The URLs of contexts that are not bundled. */
  readonly #remote = new Set<string>();
  readonly #neededTerms = new Set<string>();
  readonly #noPrefixes = new Map<string, string>();
  #needsAllTerms = false;
  #hasRelativeVocab = false;
  #isScoped = false;
  #hasListTerms = false;
  #contexts = 0;
  #terms = 0;
  #longestText = 0;

  /** @param base the base of relative references */
  constructor(findings: FindingSink, base: string, supply: ContextSupply | undefined) {
    this.#findings = findings;
    this.#base = base;
    this.#supply = supply;
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
    const remote = [...reachableContexts(this.#remote, this.#supply)];
    return {
      // Another context may redefine terms that only `@vocab` of the short one expands.
      neededTerms: this.#needsAllTerms || this.#remote.size > 0 ? 'all' : this.#neededTerms,
      isPrivate: this.#hasRelativeVocab || terms > maxSharedEntries || contexts > maxSharedContexts,
      contexts,
      terms: remote.reduce((sum, each) => sum + each.terms, terms),
      isScoped: this.#isScoped || remote.some((each) => each.isScoped),
      hasListTerms: this.#hasListTerms || remote.some((each) => each.hasListTerms),
      noPrefixes: this.#noPrefixes,
      longestText: Math.max(this.#longestText, ...remote.map((each) => each.longestText)),
    };
  }

  #repairContext(context: JsonValue): JsonValue {
    this.#contexts += 1;
    // A blank reference would resolve to the document itself.
    if (typeof context === 'string') return isBlank(context) ? {} : this.#repairReference(context);
    if (!isObject(context)) return context;
    this.#import(context);
    const names = Object.keys(context);
    this.#terms += names.length;
    for (const name of names) this.#repairEntry(context, name);
    // jsonld.js resolves a relative @vocab against the document's base and caches the result for
    // all documents.
    const vocab = context['@vocab'];
    if (typeof vocab === 'string' && !isAbsolute.test(vocab)) this.#hasRelativeVocab = true;
    return context;
  }

  #repairReference(reference: string): string {
    const recognised = recogniseContext(reference);
    if (recognised === undefined) return this.#refer(reference);
    const { bundled, isPublished } = recognised;
    this.#noteBundled(reference, bundled);
    if (isPublished) return reference;
    this.#findings.add({ kind: 'context-url-wrong', context: reference, readAs: bundled.name });
    return bundled.urls[0] ?? reference;
  }

  #noteBundled(
    reference: string,
    { isScoped = false, hasListTerms = false }: BundledContext,
  ): void {
    if (isSchemaOrgReference(reference)) return;
    // It may define, or build on, any term of schema.org's context beside it.
    this.#needsAllTerms = true;
    this.#isScoped ||= isScoped;
    this.#hasListTerms ||= hasListTerms;
  }

  #refer(reference: string): string {
    const url = contextUrl(reference, this.#base);
    if (!isBundledContext(url)) this.#remote.add(url);
    return url;
  }

  #import(context: JsonObject): void {
    const { '@import': source } = context;
    if (typeof source !== 'string' || isBlank(source)) return;
    context['@import'] = this.#repairReference(source);
    importContext(context, this.#supply);
  }

  #repairEntry(context: JsonObject, name: string): void {
    if (name === '@vocab' || name === '@protected') this.#needsAllTerms = true;
    const touched = findTouchedTerm(name);
    if (touched !== undefined) this.#neededTerms.add(touched);
    if (name.startsWith('@') && name !== '@vocab') return;
    const definition = context[name];
    if (typeof definition === 'string') {
      const isVocabulary = name === '@vocab';
      context[name] = isVocabulary
        ? this.#repairVocabulary(definition)
        : this.#repairIri(definition);
    }
    if (isObject(definition)) this.#repairDefinition(definition);
    const unusable = unusablePrefix(context[name]);
    if (unusable !== undefined) this.#noPrefixes.set(name, unusable);
  }

  #repairDefinition(definition: JsonObject): void {
    const { '@id': id } = definition;
    if (typeof id === 'string') definition['@id'] = this.#withSlash(this.#mendBlanks(id));
    if ('@context' in definition) this.#isScoped = true;
  }

  #repairIri(text: string): string {
    const repaired = this.#withSlash(text);
    return repaired === text ? this.#mendBlanks(text) : repaired;
  }

  /** Replaces a subdomain, page or context of schema.org by its namespace. */
  #repairVocabulary(text: string): string {
    const iri = this.#repairIri(text);
    if (namespaceOfSchemaOrg.test(iri) || !isSchemaOrgReference(iri)) return iri;
    this.#findings.add({ kind: 'context-url-wrong', context: text, readAs: 'schema.org' });
    return 'https://schema.org/';
  }

  #withSlash(text: string): string {
    this.#longestText = Math.max(this.#longestText, text.length);
    if (!isNamespaceWithoutSlash(text)) return text;
    this.#findings.add({ kind: 'schema-org-slash-missing', value: text });
    return `${text.trim()}/`;
  }

  #mendBlanks(iri: string): string {
    const repaired = hasScheme(iri) ? encodeBlanks(iri) : iri;
    if (repaired !== iri) this.#findings.add({ kind: 'iri-repaired', value: iri, repaired });
    return repaired;
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '';
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

/** A document in which every node has a context. */
interface ResolvedDocument {
  readonly kind: 'settled';
  readonly document: JsonContainer;
  /** `context-assumed`, for nodes that were given a context. */
  readonly assumed?: ExpansionFinding;
  /** `context-missing`, for nodes that were removed. */
  readonly lost?: ExpansionFinding;
}

/**
 * Finds top-level nodes (the root, items of arrays and `@graph`s) whose terms are undefined, since
 * no context applies: JSON-LD would drop their properties and resolve their types against the base.
 * They are removed in place; of a list without a context, items with their own stay, as items of a
 * list. Documents that need no context, such as expanded JSON-LD, are not changed.
 * @param missing the context to assume, where the source configures one
 */
export function resolveMissingContexts(
  document: JsonContainer,
  missing: MissingContext | undefined,
): ResolvedDocument | Refused {
  const found: ContextlessNode[] = [];
  const kept = resolveNodes(document, false, (node, term) => {
    found.push({ node, term });
    return missing === undefined ? itemsWithContext(node) : withSchemaOrg(node);
  });
  const [first] = found;
  if (first === undefined) return { kind: 'settled', document };
  const id = nodeId(first.node);
  const facts = { term: first.term, ...(id === undefined ? {} : { id }), nodes: found.length };
  if (missing !== undefined && hasNodes(kept)) {
    return { kind: 'settled', document: kept, assumed: { kind: 'context-assumed', ...facts } };
  }
  const lost = { kind: 'context-missing', ...facts } as const;
  return hasNodes(kept)
    ? { kind: 'settled', document: kept, lost }
    : { kind: 'refused', reason: lost };
}

interface ContextlessNode {
  readonly node: JsonObject;
  /** One of its types or properties. */
  readonly term: string;
}

/** Replaces a node without a context; undefined removes it. */
type Replacement = (node: JsonObject, term: string) => JsonObject | undefined;

function resolveNodes(
  value: JsonValue,
  inContext: boolean,
  replace: Replacement,
): JsonValue | undefined {
  if (Array.isArray(value)) {
    let kept = 0;
    for (const item of value) {
      const settled = resolveNodes(item, inContext, replace);
      if (settled === undefined) continue;
      value[kept] = settled;
      kept += 1;
    }
    value.length = kept;
    return value;
  }
  if (!isObject(value)) return value;
  const hasContext = '@context' in value ? defines(value['@context'], inContext) : inContext;
  const term = hasContext ? undefined : findUndefinedTerm(value);
  if (term !== undefined) return replace(value, term);
  const { '@graph': graph } = value;
  if (graph !== undefined) value['@graph'] = resolveNodes(graph, hasContext, replace) ?? [];
  return value;
}

/** Keywords that define no terms. */
const otherKeywords: ReadonlySet<string> = new Set([
  '@base',
  '@direction',
  '@language',
  '@propagate',
  '@protected',
  '@version',
]);

/**
 * Whether a context defines terms.
 * @param before whether the surrounding context does
 */
function defines(context: JsonValue | undefined, before: boolean): boolean {
  return asArray(context ?? null).reduce<boolean>((hasMeaning, each) => {
    if (each === null) return false;
    if (typeof each === 'string') return hasMeaning || each.trim() !== '';
    // Expansion reports invalid contexts.
    if (!isObject(each)) return true;
    return hasMeaning || Object.keys(each).some((name) => !otherKeywords.has(name));
  }, before);
}

/**
 * A term that shows that a node needs a context: all its types or all its properties are terms. A
 * node with some IRIs or compact IRIs is taken as it is.
 */
function findUndefinedTerm(node: JsonObject): string | undefined {
  const types = asArray(node['@type'] ?? []).filter((type) => typeof type === 'string');
  const properties = Object.keys(node).filter(
    (name) => !name.startsWith('@') && name !== placeProperty,
  );
  for (const names of [types, properties]) {
    if (names.length > 0 && names.every(isTerm)) return names[0];
  }
  return undefined;
}

function isTerm(name: string): boolean {
  return !/[:/#@]/u.test(name) && name.trim() !== '';
}

function withSchemaOrg(node: JsonObject): JsonObject {
  const ownContexts = asArray(node['@context'] ?? []).filter((context) => isObject(context));
  node['@context'] = ['https://schema.org/', ...ownContexts];
  return node;
}

/** A list with only those items of a node without context that have a context themselves. */
function itemsWithContext(node: JsonObject): JsonObject | undefined {
  const items = Object.entries(node)
    .filter(
      ([name]) => name === '@graph' || membershipProperties.includes(schemaOrgNamespace + name),
    )
    .flatMap(([, value]) => outermostWithContext(value));
  if (items.length === 0) return undefined;
  // The list needs a context for itself; null keeps it from its items.
  for (const item of items) item['@context'] = [null, ...asArray(item['@context'] ?? null)];
  const list = { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: items };
  return { ...list, ...('@id' in node ? { '@id': node['@id'] ?? null } : {}) };
}

function outermostWithContext(value: JsonValue): JsonObject[] {
  const found: JsonObject[] = [];
  const pending = [value];
  for (const next of pending) {
    if (isObject(next) && defines(next['@context'], false)) found.push(next);
    else if (isContainer(next)) pending.push(...Object.values<JsonValue>(next));
  }
  return found;
}

function hasNodes(value: JsonValue | undefined): value is JsonContainer {
  if (Array.isArray(value)) return value.some(hasNodes);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    name === '@graph' ? hasNodes(member) : name !== '@context' && name !== '@id',
  );
}
