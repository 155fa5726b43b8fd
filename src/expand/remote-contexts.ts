import type { ContextSupply, LoadedContext, UnavailableContext } from '../model/remote-context.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../text/json.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { recogniseContext } from './contexts/bundled-contexts.ts';

/** Whether a context is bundled; no other can take the place of a bundled one. */
export function isBundledContext(url: string): boolean {
  return recogniseContext(url) !== undefined;
}

const isAbsolute = /^[a-z][a-z\d+.-]*:\S*$/iu;

/** The URL that a reference to a context means: jsonld.js caches contexts by absolute URLs only. */
export function contextUrl(reference: string, base: string): string {
  return isAbsolute.test(reference) ? reference : (parseUrl(reference, base)?.href ?? reference);
}

/** A context that is not bundled, with its references absolute. */
export interface ParsedContext {
  readonly body: JsonValue;
  /** The contexts that it refers to. */
  readonly references: ReadonlySet<string>;
  /** The number of its terms, and whether some have scoped contexts. */
  readonly terms: number;
  readonly isScoped: boolean;
  /** Whether some of its terms have lists, or any JSON, as values. */
  readonly hasListTerms: boolean;
  /** The length of the longest text in a definition. */
  readonly longestText: number;
}

/** The same object is found for many documents, and takes a while to parse. */
const parsedContexts = new WeakMap<LoadedContext, ParsedContext>();

/**
 * Finds a context that is not bundled.
 * @returns why there is none; undefined where it must be loaded first
 */
export function findRemoteContext(
  url: string,
  contexts: ContextSupply | undefined,
): ParsedContext | UnavailableContext | undefined {
  const found = contexts === undefined ? { url } : contexts.find(url);
  if (found === undefined || !('json' in found)) return found;
  const known = parsedContexts.get(found);
  if (known !== undefined) return known;
  const parsed = parseContext(found);
  parsedContexts.set(found, parsed);
  return parsed;
}

function parseContext({ json, documentUrl }: LoadedContext): ParsedContext {
  const { '@context': body = null } = JSON.parse(json) as JsonObject; // see `LoadedContext`
  const walk = new ContextWalk(documentUrl);
  const resolved = walk.resolve(body);
  const { references, terms, isScoped, hasListTerms, longestText } = walk;
  return { body: resolved, references, terms, isScoped, hasListTerms, longestText };
}

/** Resolves the references of a context; the recursion is limited: see `contextFault`. */
class ContextWalk {
  readonly references = new Set<string>();
  terms = 0;
  isScoped = false;
  hasListTerms = false;
  longestText = 0;
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  resolve(context: JsonValue): JsonValue {
    if (typeof context === 'string') return this.#refer(context);
    if (Array.isArray(context)) return context.map((each) => this.resolve(each));
    if (!isObject(context)) return context;
    for (const [name, value] of Object.entries(context)) {
      this.terms += 1;
      if (name === '@import' && typeof value === 'string') context[name] = this.#refer(value);
      else if (typeof value === 'string') this.#note(value);
      else if (isObject(value)) this.#resolveDefinition(value);
    }
    return context;
  }

  #resolveDefinition(definition: JsonObject): void {
    const { '@id': id, '@context': scoped, '@container': container = null } = definition;
    if (typeof id === 'string') this.#note(id);
    const isList = asArray(container).includes('@list');
    this.hasListTerms ||= isList || definition['@type'] === '@json';
    if (scoped === undefined) return;
    this.isScoped = true;
    definition['@context'] = this.resolve(scoped);
  }

  #refer(reference: string): string {
    const url = parseUrl(reference, this.#base)?.href ?? reference;
    this.references.add(url);
    return url;
  }

  #note(text: string): void {
    this.longestText = Math.max(this.longestText, text.length);
  }
}

/**
 * Visits the contexts that are not bundled, of a document and of these contexts: all that must be
 * loaded are sought at once.
 */
export function* reachableContexts(
  urls: Iterable<string>,
  contexts: ContextSupply | undefined,
): Generator<ParsedContext> {
  const pending = new Set(urls);
  for (const url of pending) {
    if (isBundledContext(url)) continue;
    const found = findRemoteContext(url, contexts);
    if (found === undefined || !('body' in found)) continue;
    for (const reference of found.references) pending.add(reference);
    yield found;
  }
}

/**
 * Carries out `@import` (JSON-LD 1.1 §4.1.10) in a context, in place: imported terms count as
 * written in it, and its own terms win. jsonld.js would corrupt its cache of the imported context.
 * An import that is not available stays, for the processor to report.
 */
export function importContext(context: JsonObject, contexts: ContextSupply | undefined): void {
  const source = context['@import'];
  const imported = typeof source === 'string' ? importedTerms(source, contexts) : undefined;
  if (imported === undefined || Object.hasOwn(imported, '@import')) return;
  delete context['@import'];
  for (const [term, definition] of Object.entries(imported)) {
    if (!Object.hasOwn(context, term)) context[term] = definition;
  }
}

function importedTerms(url: string, contexts: ContextSupply | undefined): JsonObject | undefined {
  const bundled = recogniseContext(url)?.bundled.context;
  if (bundled !== undefined) return bundled;
  const found = findRemoteContext(url, contexts);
  const body = found !== undefined && 'body' in found ? found.body : undefined;
  return isObject(body) ? body : undefined;
}

/** A copy of a context in which imports are carried out, for the JSON-LD processor to keep. */
export function contextForProcessor(
  { body }: ParsedContext,
  contexts: ContextSupply | undefined,
): JsonValue {
  const copy = structuredClone(body);
  importEverywhere(copy, contexts);
  return copy;
}

function importEverywhere(context: JsonValue, contexts: ContextSupply | undefined): void {
  if (Array.isArray(context)) context.forEach((each) => importEverywhere(each, contexts));
  if (!isObject(context)) return;
  importContext(context, contexts);
  for (const definition of Object.values(context)) {
    if (isObject(definition) && definition['@context'] !== undefined) {
      importEverywhere(definition['@context'], contexts);
    }
  }
}
