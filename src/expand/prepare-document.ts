import type { Limits } from '../config/schema.ts';
import { trimBlanks } from '../text/clean-text.ts';
import {
  asArray,
  containersIn,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import type { ContextSupply } from '../model/remote-context.ts';
import { findBundledContext } from './contexts/bundled-contexts.ts';
import { ContextRepair, type ContextTraits } from './context-repair.ts';
import type { FindingSink, Refused } from './findings.ts';
import { hasScheme } from './hidden-values.ts';
import { findRemoteContext } from './remote-contexts.ts';
import { completeSchemaOrgContext, schemaOrgContextWith } from './schema-org/context.ts';

/** The limits of expansion. */
export type ExpandLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/**
 * Each value can become an IRI that begins with the base or with the longest text of a context (a
 * megabyte as `@vocab`, say). More characters do not fit into the memory of a thread.
 */
const maxExpandedCharacters = 2 ** 30;

/** More than any bundled context has: those of RO-Crate have a hundred beside schema.org's. */
const maxBundledTerms = Object.keys(completeSchemaOrgContext).length + 200;

/** The result where contexts must be loaded first; it is dropped. */
const waiting: Refused = {
  kind: 'refused',
  reason: { kind: 'context-unavailable', context: '', failure: 'not-fetched' },
};

/** What preparing a document needs besides the document. */
interface Preparing {
  /** The base of relative IRIs. */
  readonly base: string;
  readonly limits: ExpandLimits;
  /** The contexts that are not bundled. */
  readonly contexts?: ContextSupply | undefined;
}

/**
 * Prepares parsed JSON for the JSON-LD processor, in place and without recursion: rejects documents
 * beyond the limits or with contexts that would fill the memory (`json-too-complex`), repairs
 * contexts (`ContextRepair`) and blanks around a relative `@id` (`iri-repaired`), and removes
 * values that no processor can hold (`value-dropped`). JSON literals are not exempt.
 */
export function prepareDocument(
  document: JsonContainer,
  { base, limits, contexts: supply }: Preparing,
  findings: FindingSink,
): { readonly kind: 'ready'; readonly contexts: ContextTraits } | Refused {
  const contexts = new ContextRepair(findings, base, supply);
  let values = 0;
  let nestedArrays = 0;
  let level: JsonContainer[] = [document];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) return tooComplex('depth', limits.jsonDepth);
    const nextLevel: JsonContainer[] = [];
    for (const container of level) {
      if (Array.isArray(container)) nestedArrays += container.filter(Array.isArray).length;
      else mendObject(container, contexts, findings);
      const children = Object.values(container);
      if (children.some(isInfinite)) dropInfinities(container, findings);
      values += children.length;
      if (values > limits.jsonValues) return tooComplex('values', limits.jsonValues);
      for (const child of children) if (isContainer(child)) nextLevel.push(child);
    }
    level = nextLevel;
  }
  const traits = contexts.traits();
  const refusal = refusalOfContexts(document, traits, supply);
  if (refusal !== undefined) return refusal;
  if (values * Math.max(traits.longestText, base.length) > maxExpandedCharacters) {
    const reason = { kind: 'graph-too-large', maxCharacters: maxExpandedCharacters } as const;
    return { kind: 'refused', reason };
  }
  if (!traits.hasListTerms) flattenNestedArrays(document, nestedArrays);
  return { kind: 'ready', contexts: traits };
}

function mendObject(object: JsonObject, contexts: ContextRepair, findings: FindingSink): void {
  if (Object.hasOwn(object, '__proto__')) {
    // In the copies that jsonld.js makes, this name would set the prototype.
    findings.add({ kind: 'value-dropped', value: '__proto__', reason: 'unsafe-name' });
    delete object['__proto__'];
  }
  if (Object.hasOwn(object, '@context')) contexts.repair(object);
  trimId(object, findings);
}

/**
 * Blanks inside a relative IRI are repaired once it is resolved; for other IRIs see
 * `hideIrisWithBlanks`.
 */
function trimId(object: JsonObject, findings: FindingSink): void {
  const id = object['@id'];
  if (typeof id !== 'string' || hasScheme(id)) return;
  const repaired = trimBlanks(id);
  if (repaired === id) return;
  findings.add({ kind: 'iri-repaired', value: id, repaired });
  object['@id'] = repaired;
}

/** JSON can say 1e400, but JavaScript's numbers and xsd:double cannot. */
function dropInfinities(container: JsonContainer, findings: FindingSink): void {
  // Object.entries, and assignment by name, work for arrays as for objects.
  const members = container as JsonObject;
  for (const [name, value] of Object.entries(members)) {
    if (!isInfinite(value)) continue;
    const sign = value === Infinity ? '' : '-';
    findings.add({ kind: 'value-dropped', value: `${sign}Infinity`, reason: 'number-too-large' });
    members[name] = null;
  }
}

function isInfinite(value: unknown): boolean {
  return value === Infinity || value === -Infinity;
}

/** Contexts must be loaded first, or would copy too many terms. */
function refusalOfContexts(
  document: JsonContainer,
  traits: ContextTraits,
  supply: ContextSupply | undefined,
): Refused | undefined {
  if (supply?.isIncomplete === true) return waiting;
  const { contexts, terms, isScoped } = traits;
  // A quick estimate shows that most do not.
  if (!isScoped && contexts * (maxBundledTerms + terms) <= maxContextTerms) return undefined;
  const isTooLarge = areContextsTooLarge(document, bundledContextsFor(traits), {
    max: maxContextTerms,
    supply,
  });
  return isTooLarge ? tooComplex('context-terms', maxContextTerms) : undefined;
}

function bundledContextsFor({ isPrivate, neededTerms }: ContextTraits): ReadContext {
  const schemaOrg = schemaOrgContextWith(neededTerms, isPrivate);
  return (reference) => findBundledContext(reference, schemaOrg);
}

function tooComplex(limit: 'depth' | 'values' | 'context-terms', max: number): Refused {
  return { kind: 'refused', reason: { kind: 'json-too-complex', limit, max } };
}

/**
 * jsonld.js copies all terms of a context for each context that extends it and keeps every copy
 * until the document is expanded: about 110 bytes and 1.5 microseconds a term.
 */
export const maxContextTerms = 1_000_000;

type Terms = ReadonlyMap<string, JsonValue | undefined>;

/** The active context at a place of a document, as far as it affects the number of copies. */
interface ActiveContext {
  readonly id: number;
  /** Number of terms, including inherited ones. */
  readonly size: number;
  /** Names of its own terms, each with the scoped context of its definition. */
  readonly own: Terms;
  /** The context that it extends. */
  readonly outer?: ActiveContext;
  /** Whether any definition has a scoped context. */
  readonly isScoped: boolean;
}

/**
 * Whether the contexts of a document would make jsonld.js copy more than `max` terms. Equal
 * contexts that extend the same one are copied once. Scoped contexts are copied where they are
 * defined and where they apply (JSON-LD 1.1 API §4.1.2, §5.1.2).
 * @param readContext gives the content of bundled contexts
 */
export function areContextsTooLarge(
  document: JsonContainer,
  readContext: ReadContext,
  measure: ContextMeasure,
): boolean {
  return new ContextMeter(readContext, measure).exceeds(document);
}

interface ContextMeasure {
  readonly max: number;
  /** The contexts that are not bundled. */
  readonly supply?: ContextSupply | undefined;
}

/** The content of the bundled context that a reference means; undefined where it means none. */
type ReadContext = (reference: string) => JsonObject | undefined;

class ContextMeter {
  readonly #readContext: ReadContext;
  readonly #supply: ContextSupply | undefined;
  /** The URLs of the contexts in which others are being processed. */
  readonly #open = new Set<string>();
  readonly #remote = new Map<JsonObject, Terms>();
  readonly #processed = new Map<string, ActiveContext>();
  /** A number per context, the same for equal contexts. */
  readonly #numbers = new Map<JsonValue, number>();
  readonly #initial: ActiveContext = { id: 0, size: 0, own: new Map(), isScoped: false };
  readonly #max: number;
  #contexts = 0;
  #copied = 0;

  constructor(readContext: ReadContext, { max, supply }: ContextMeasure) {
    this.#max = max;
    this.#supply = supply;
    this.#readContext = readContext;
  }

  exceeds(document: JsonContainer): boolean {
    const pending: [JsonContainer, ActiveContext][] = [[document, this.#initial]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#isBeyond()) return true;
      const [container, outer] = next;
      const active = Array.isArray(container) ? outer : this.#within(container, outer);
      for (const [name, value] of Object.entries(container)) {
        if (!isContainer(value) || name === '@context') continue;
        pending.push([value, this.#applyScoped(active, name)]);
      }
    }
    return this.#isBeyond();
  }

  #isBeyond(): boolean {
    return this.#copied > this.#max;
  }

  /**
   * Applies the context of an object and the scoped contexts of its types; any of its texts may be
   * a type.
   */
  #within(object: JsonObject, outer: ActiveContext): ActiveContext {
    let active = outer;
    if ('@context' in object) active = this.#process(outer, object['@context'] ?? null);
    if (!active.isScoped) return active;
    const texts = Object.values(object).flatMap(asArray);
    return texts.reduce(
      (before: ActiveContext, text) =>
        typeof text === 'string' ? this.#applyScoped(before, text) : before,
      active,
    );
  }

  #applyScoped(active: ActiveContext, term: string): ActiveContext {
    const scoped = active.isScoped ? layerWith(term, active)?.own.get(term) : undefined;
    return scoped === undefined ? active : this.#process(active, scoped);
  }

  #process(before: ActiveContext, context: JsonValue): ActiveContext {
    let active = before;
    for (const each of asArray(context)) {
      if (this.#isBeyond()) return active;
      if (each === null) active = this.#initial;
      else if (typeof each === 'string') active = this.#processReference(active, each);
      else active = this.#extend(active, each);
    }
    return active;
  }

  #processReference(before: ActiveContext, reference: string): ActiveContext {
    if (this.#readContext(reference) !== undefined) return this.#extend(before, reference);
    const found = findRemoteContext(reference, this.#supply);
    if (found === undefined || !('body' in found)) return before;
    // The processor refuses a context that contains itself.
    if (this.#open.has(reference)) return before;
    this.#open.add(reference);
    const active = this.#process(before, found.body);
    this.#open.delete(reference);
    return active;
  }

  #extend(before: ActiveContext, context: JsonValue): ActiveContext {
    const key = `${before.id} ${this.#numberOf(context)}`;
    const known = this.#processed.get(key);
    if (known !== undefined) return known;
    const own = isObject(context) ? scopedContexts(context) : this.#termsOf(context);
    const extended = this.#copy(before, own);
    this.#processed.set(key, extended);
    for (const scoped of own.values()) {
      // The algorithm tries each scoped context, on a copy, where it is defined.
      if (scoped !== undefined) this.#process(this.#copy(extended), scoped);
      if (this.#isBeyond()) break;
    }
    return extended;
  }

  #termsOf(reference: JsonValue): Terms {
    const context = typeof reference === 'string' ? this.#readContext(reference) : undefined;
    if (context === undefined) return new Map();
    const terms = this.#remote.get(context) ?? scopedContexts(context);
    this.#remote.set(context, terms);
    return terms;
  }

  #copy(outer: ActiveContext, own: Terms = new Map()): ActiveContext {
    const added = [...own.keys()].filter((term) => layerWith(term, outer) === undefined).length;
    const scoped = [...own.values()].some((each) => each !== undefined);
    this.#contexts += 1;
    const size = outer.size + added;
    this.#copied += size;
    return { id: this.#contexts, size, own, outer, isScoped: outer.isScoped || scoped };
  }

  #numberOf(context: JsonValue): number {
    const known = this.#numbers.get(context);
    if (known !== undefined) return known;
    const text = JSON.stringify(context);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number).set(context, number);
    return number;
  }
}

/** The innermost context that defines a term. */
function layerWith(term: string, active: ActiveContext): ActiveContext | undefined {
  for (let layer: ActiveContext | undefined = active; layer !== undefined; layer = layer.outer) {
    if (layer.own.has(term)) return layer;
  }
  return undefined;
}

/** The terms that a context defines, each with its scoped context, if it has one. */
function scopedContexts(context: JsonObject): Terms {
  const names = Object.entries(context).filter(([name]) => !name.startsWith('@'));
  return new Map(
    names.map(([name, definition]) => [
      name,
      isObject(definition) ? definition['@context'] : undefined,
    ]),
  );
}

/** jsonld.js is fast enough up to this number of arrays in arrays. */
const maxFastArrays = 1000;

/**
 * Flattens nested arrays in place, as JSON-LD does (nesting matters only in lists and JSON
 * literals): jsonld.js takes quadratic time, half a minute for a polygon of ten thousand points.
 * @param count the number of arrays in arrays
 */
function flattenNestedArrays(document: JsonContainer, count: number): void {
  if (count <= maxFastArrays || hasListOrJson(document)) return;
  for (const container of containersIn(document)) {
    if (!Array.isArray(container) || !container.some(Array.isArray)) continue;
    const flat = (container as unknown[]).flat(Infinity);
    container.length = 0;
    // TypeScript cannot type `flat(Infinity)`; the values are the same.
    for (const value of flat) container.push(value as JsonValue);
  }
}

/** Whether `@list` or `@json` occurs anywhere, as a name or a value. */
function hasListOrJson(document: JsonContainer): boolean {
  for (const container of containersIn(document)) {
    if (Object.hasOwn(container, '@list')) return true;
    const values = Object.values<JsonValue>(container);
    if (values.some((value) => value === '@list' || value === '@json')) return true;
  }
  return false;
}
