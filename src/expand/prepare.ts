import type { Limits } from '../config/schema.ts';
import { hasScheme } from './blank-iris.ts';
import { areContextsTooLarge, maxContextTerms } from './context-cost.ts';
import { createContextRepair, type ContextRepair, type ContextTraits } from './context-repair.ts';
import type { Findings, Refused } from './findings.ts';
import { flattenArrays, type NestedArray } from './flatten-arrays.ts';
import { isContainer, type JsonContainer, type JsonObject, type JsonValue } from './json.ts';
import { completeContext, contextWith } from './schema-org/context.ts';

/** The limits that expansion keeps. */
export type ExpandLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/** What became of a document before expansion. */
export type Preparation = { readonly kind: 'ready'; readonly contexts: ContextTraits } | Refused;

/**
 * Each value can become an IRI that begins with the longest text of a context (a megabyte as `@vocab`, say) or with the
 * base. More characters than this do not fit into the memory of a thread.
 */
const maxExpandedCharacters = 2 ** 30;

const allTerms = Object.keys(completeContext).length;

/**
 * Makes parsed JSON fit for the JSON-LD processor, in place and without recursion: refuses what is
 * deeper or larger than the limits or has contexts that would fill the memory (`json-too-complex`),
 * mends contexts (see `createContextRepair`) and blanks around a relative `@id` (`iri-repaired`),
 * and takes out what no processor can hold (`value-dropped`). JSON literals are treated like
 * everything else.
 * @param base the IRI against which relative ones will be resolved
 */
export function prepare(
  document: JsonContainer,
  { base, limits }: { readonly base: string; readonly limits: ExpandLimits },
  findings: Findings,
): Preparation {
  const contexts = createContextRepair(findings);
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

/** Blanks inside a relative IRI are left: it is repaired once it is resolved. For others there is `hideBlankIris`. */
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
  // Object.entries works on arrays as on objects, and assigning by their names does, too.
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

/**
 * Whether the contexts of a document could copy too many terms, for all that is quickly said: those
 * of most cannot.
 */
function mayBeTooLarge({ contexts, terms, isScoped }: ContextTraits): boolean {
  return isScoped || contexts * (allTerms + terms) > maxContextTerms;
}

/** The terms that schema.org's context has for such a document; see `createJsonLdProcessor`. */
function remoteTerms({ isPrivate, neededTerms }: ContextTraits): readonly string[] {
  const isComplete = !isPrivate && neededTerms !== 'all' && neededTerms.size > 0;
  return Object.keys(contextWith(isComplete ? 'all' : neededTerms));
}

function tooComplex(limit: 'depth' | 'values' | 'context-terms', max: number): Refused {
  return { kind: 'refused', reason: { kind: 'json-too-complex', limit, max } };
}
