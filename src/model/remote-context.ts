import { isContainer, isObject, type JsonContainer, parseJson } from '../text/json.ts';
import { parseUrl } from '../text/parsed-url.ts';
import type { ContextFailure } from './problem.ts';

/** A JSON-LD context that documents name by URL, or why there is none. */
export type RemoteContext = LoadedContext | UnavailableContext;

/** A context with its text. */
export interface LoadedContext {
  /** Absolute, as documents name it. */
  readonly url: string;
  /** The base of relative references in it: the URL that answered, after redirects. */
  readonly documentUrl: string;
  /** A JSON object with a member `@context`, within the limits of `contextFault`. */
  readonly json: string;
}

/** A context that is not available. */
export interface UnavailableContext extends ContextFailure {
  readonly url: string;
}

/** The contexts, besides bundled ones, with which a stage processes one input. */
export interface ContextSupply {
  /**
   * Finds a context by its absolute URL.
   * @returns undefined where it must be loaded first; then the supply is incomplete
   */
  find(url: string): RemoteContext | undefined;
  /**
   * Whether a context was sought that must be loaded first: what the stage yields from now on is
   * dropped, and the stage is run again for the input.
   */
  readonly isIncomplete: boolean;
  /** Says that a context must be loaded first, for a stage that runs elsewhere. */
  want(url: string): void;
  /** Loads all contexts that were sought and must be loaded first. */
  load(): Promise<void>;
  /** The contexts that were loaded for the input. */
  readonly given: readonly RemoteContext[];
}

/** Finds and loads contexts; shared by all inputs of a run. */
export interface ContextSource {
  /** A context that needs no loading, or was loaded before. */
  known(url: string): RemoteContext | undefined;
  /** Loads a context, once for all who wait for it. Never throws for a fault of the context. */
  load(url: string): Promise<RemoteContext>;
}

/** Contexts are small: that of schema.org, the largest in wide use, has 220 kB. */
export const maxContextBytes = 1_048_576;
/**
 * The most contexts that a run loads from the catalogue and the Web, each with its requests and its
 * memory. Communities share one; a site that has one for each record should not.
 */
export const maxFetchedContexts = 100;
/** The JSON-LD processor recurses into scoped contexts. */
const maxContextDepth = 50;
/**
 * The processor needs about 1 kB of memory for each term; schema.org's context has 6,000 values.
 */
const maxContextValues = 50_000;
/** Every term may be expanded to the longest text, so long ones multiply; no IRI is that long. */
const maxContextText = 8192;

/** Why a text cannot be used as a context; undefined where it can. */
export function contextFault(json: string): 'no-context' | 'no-json' | 'too-complex' | undefined {
  const parsed = parseJson(json);
  if (parsed === undefined) return 'no-json';
  if (!isObject(parsed) || !Object.hasOwn(parsed, '@context')) return 'no-context';
  return isTooComplex(parsed) ? 'too-complex' : undefined;
}

/** Without recursion, since the nesting is unknown. */
function isTooComplex(root: JsonContainer): boolean {
  let values = 0;
  let level: JsonContainer[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxContextDepth) return true;
    const next: JsonContainer[] = [];
    for (const container of level) {
      for (const [name, value] of Object.entries(container)) {
        values += 1;
        const text = typeof value === 'string' ? value : '';
        if (Math.max(name.length, text.length) > maxContextText) return true;
        if (isContainer(value)) next.push(value);
      }
    }
    if (values > maxContextValues) return true;
    level = next;
  }
  return false;
}

/**
 * The form in which URLs of contexts are compared: without a fragment, which is not requested
 * either, and with `https`, since publishers write either scheme for one context.
 * @returns undefined where the text is not an absolute URL
 */
export function contextKey(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  parsed.hash = '';
  return parsed.href.replace(/^http:/u, 'https:');
}
