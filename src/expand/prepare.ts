import type { Limits } from '../config/schema.ts';
import { hasScheme } from './blank-iris.ts';
import { areContextsTooLarge, maxContextTerms } from './context-cost.ts';
import { ContextRepair, type ContextTraits } from './context-repair.ts';
import type { Findings, Refused } from './findings.ts';
import { flattenArrays, type NestedArray } from './flatten-arrays.ts';
import { isContainer, type JsonContainer, type JsonObject, type JsonValue } from './json.ts';
import { completeContext, contextWith } from './schema-org/context.ts';

/** The limits of expansion. */
export type ExpandLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/** The result of preparation. */
export type Preparation = { readonly kind: 'ready'; readonly contexts: ContextTraits } | Refused;

/**
 * Each value can become an IRI that begins with the base or with the longest text of a context (a
 * megabyte as `@vocab`, say). More characters do not fit into the memory of a thread.
 */
const maxExpandedCharacters = 2 ** 30;

const allTerms = Object.keys(completeContext).length;

/**
 * Prepares parsed JSON for the JSON-LD processor, in place and without recursion: rejects documents
 * beyond the limits or with contexts that would fill the memory (`json-too-complex`), repairs
 * contexts (`ContextRepair`) and blanks around a relative `@id` (`iri-repaired`), and removes
 * values that no processor can hold (`value-dropped`). JSON literals are not exempt.
 * @param base the base of relative IRIs
 */
export function prepare(
  document: JsonContainer,
  { base, limits }: { readonly base: string; readonly limits: ExpandLimits },
  findings: Findings,
): Preparation {
  const contexts = new ContextRepair(findings);
  const nestedArrays: NestedArray[] = [];
  let values = 0;
  let level: JsonContainer[] = [document];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) return tooComplex('depth', limits.jsonDepth);
    const nextLevel: JsonContainer[] = [];
    for (const container of level) {
      if (Array.isArray(container)) noteNesting(container, nestedArrays);
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
  if (
    mayBeTooLarge(traits) &&
    areContextsTooLarge(document, remoteTerms(traits), maxContextTerms)
  ) {
    return tooComplex('context-terms', maxContextTerms);
  }
  if (values * Math.max(traits.longestText, base.length) > maxExpandedCharacters) {
    const reason = { kind: 'graph-too-large', maxCharacters: maxExpandedCharacters } as const;
    return { kind: 'refused', reason };
  }
  flattenArrays(document, nestedArrays);
  return { kind: 'ready', contexts: traits };
}

function mendObject(object: JsonObject, contexts: ContextRepair, findings: Findings): void {
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
function trimId(object: JsonObject, findings: Findings): void {
  const id = object['@id'];
  if (typeof id !== 'string' || hasScheme(id)) return;
  const repaired = id.trim();
  if (repaired === id) return;
  findings.add({ kind: 'iri-repaired', value: id, repaired });
  object['@id'] = repaired;
}

/** JSON can say 1e400, but JavaScript's numbers and xsd:double cannot. */
function dropInfinities(container: JsonContainer, findings: Findings): void {
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

function noteNesting(array: JsonValue[], nested: NestedArray[]): void {
  const inner = array.filter((value) => Array.isArray(value)).length;
  if (inner > 0) nested.push({ array, inner });
}

/** A quick estimate of whether the contexts could copy too many terms; most cannot. */
function mayBeTooLarge({ contexts, terms, isScoped }: ContextTraits): boolean {
  return isScoped || contexts * (allTerms + terms) > maxContextTerms;
}

/** The terms of schema.org's context for such a document; see `createJsonLdProcessor`. */
function remoteTerms({ isPrivate, neededTerms }: ContextTraits): readonly string[] {
  const isComplete = !isPrivate && neededTerms !== 'all' && neededTerms.size > 0;
  return Object.keys(contextWith(isComplete ? 'all' : neededTerms));
}

function tooComplex(limit: 'depth' | 'values' | 'context-terms', max: number): Refused {
  return { kind: 'refused', reason: { kind: 'json-too-complex', limit, max } };
}
