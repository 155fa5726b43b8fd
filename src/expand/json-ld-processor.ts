import jsonld from 'jsonld';
import type { Exhaustion } from '../model/outcome.ts';
import type { DropReason } from '../model/problem.ts';
import type { JsonContainer, JsonObject, JsonValue } from '../text/json.ts';
import type { ContextTraits } from './context-repair.ts';
import type { ContextSupply } from '../model/remote-context.ts';
import { findBundledContext } from './contexts/bundled-contexts.ts';
import type { ExpansionFinding, FindingSink } from './findings.ts';
import { contextForProcessor, findRemoteContext } from './remote-contexts.ts';
import { schemaOrgContextWith, shortSchemaOrgContext } from './schema-org/context.ts';

/**
 * Expands a document prepared by `prepareDocument`, or a part of it. It uses no network and no
 * files: some contexts are bundled (`bundledContexts`), others are supplied, and any other is
 * `context-unavailable`. Dropped values are noted in `findings`.
 */
export type ExpandJsonLd = (
  document: JsonContainer,
  options: ExpansionOptions,
) => Promise<Expansion>;

/** What expansion needs to know besides the document. */
interface ExpansionOptions {
  /** The absolute base IRI of relative ones. */
  readonly base: string;
  readonly findings: FindingSink;
}

/** Why a document cannot be expanded. */
export type ExpansionProblem = Extract<
  ExpansionFinding,
  { readonly kind: 'context-unavailable' | 'json-ld-invalid' | Exhaustion['kind'] }
>;

/** Expanded JSON-LD, or why there is none. */
export type Expansion =
  | { readonly kind: 'expanded'; readonly nodes: readonly JsonValue[] }
  | FailedExpansion;

/** A failed expansion, and the culprit as far as jsonld.js reports it. */
export interface FailedExpansion extends Pick<
  ErrorDetails,
  'context' | 'term' | 'keyword' | 'value'
> {
  readonly kind: 'refused';
  readonly reason: ExpansionProblem;
}

/** The details of a JsonLdError. */
interface ErrorDetails {
  readonly code?: string;
  readonly context?: JsonValue | undefined;
  readonly term?: string | undefined;
  readonly keyword?: string | undefined;
  readonly value?: JsonValue | undefined;
  readonly element?: JsonValue;
}

/**
 * The used part of jsonld.js, whose typings lack events, `tag`, and the fact that calling the
 * export creates an instance.
 */
interface Instance {
  expand(
    document: JsonContainer,
    options: {
      readonly base: string;
      readonly documentLoader: (url: string) => Promise<object>;
      readonly eventHandler: (emitted: { readonly event: ProcessorEvent }) => void;
      readonly typeExpansion: boolean;
    },
  ): Promise<JsonValue[]>;
}

const createInstance = jsonld as unknown as () => Instance;

/** Aborts an expansion that needs a context which is not available. */
class ContextRefused extends Error {
  override readonly name = 'ContextRefused' as const;
}

/** An instance caches a hundred contexts; it is replaced when those have so many terms. */
const maxCachedTerms = 200_000;

/** The JSON-LD expansion algorithm, with a cache of contexts for further documents. */
export class JsonLdProcessor {
  // An instance caches contexts by URL, so each variant of schema.org's needs its own.
  readonly #withShortContext = createInstance();
  #withCompleteContext = createInstance();
  #cachedTerms = 0;

  /**
   * Chooses the context of schema.org, and the cache, for a document with these contexts.
   * @param contexts those that are not bundled; a URL means the same for all documents
   */
  open({ isPrivate, neededTerms }: ContextTraits, contexts?: ContextSupply): ExpandJsonLd {
    const schemaOrg = schemaOrgContextWith(neededTerms, isPrivate);
    if (isPrivate) return expandWith(createInstance(), { schemaOrg, contexts });
    if (schemaOrg === shortSchemaOrgContext) {
      return expandWith(this.#withShortContext, { schemaOrg, contexts });
    }
    if (this.#cachedTerms > maxCachedTerms) {
      this.#withCompleteContext = createInstance();
      this.#cachedTerms = 0;
    }
    const onLoaded = (terms: number): void => void (this.#cachedTerms += terms);
    return expandWith(this.#withCompleteContext, { schemaOrg, contexts, onLoaded });
  }
}

interface KnownContexts {
  readonly schemaOrg: JsonObject;
  readonly contexts: ContextSupply | undefined;
  /** Called with the number of terms of each context that is not bundled. */
  readonly onLoaded?: (terms: number) => void;
}

function expandWith(
  instance: Instance,
  { schemaOrg, contexts, onLoaded }: KnownContexts,
): ExpandJsonLd {
  return async (document, { base, findings }) => {
    let refused: Extract<ExpansionProblem, { readonly kind: 'context-unavailable' }> | undefined;
    const loadContext = (url: string): JsonValue => {
      const bundled = findBundledContext(url, schemaOrg);
      if (bundled !== undefined) return bundled;
      const found = findRemoteContext(url, contexts);
      if (found === undefined || !('body' in found)) {
        const { url: context = url, ...failure } = found ?? {};
        refused = { kind: 'context-unavailable', context, ...failure };
        throw new ContextRefused(url);
      }
      onLoaded?.(found.terms);
      return contextForProcessor(found, contexts);
    };
    const documentLoader = async (url: string): Promise<object> => {
      return { documentUrl: url, document: { '@context': loadContext(url) }, tag: 'static' };
    };
    try {
      const nodes = await instance.expand(document, {
        base,
        documentLoader,
        eventHandler: ({ event }) => noteExpansionEvent(event, findings),
        // For each type jsonld.js copies the options with this one set to true. Adding a member to
        // a copy costs V8 11 (Node 20) thirty times as much, a fifth of the whole expansion time.
        typeExpansion: false,
      });
      return { kind: 'expanded', nodes };
    } catch (error) {
      // jsonld.js does not always keep the cause, so the loader records the refusal.
      return refused === undefined ? explain(error) : { kind: 'refused', reason: refused };
    }
  };
}

/** The code of the JSON-LD API where the error has one, and the value at fault. */
function explain(error: unknown): FailedExpansion {
  if (!(error instanceof Error)) throw error;
  // The details of a JsonLdError are a JSON object; other errors have none.
  const details = 'details' in error ? (error.details as ErrorDetails) : {};
  const { code = error.name, context, term, keyword, value } = details;
  const culprit = [term, keyword, value, details.element, context].find(
    (each) => each !== undefined,
  );
  const detail = culprit === undefined ? error.message : textOfJson(culprit);
  const reason = { kind: 'json-ld-invalid', code, detail } as const;
  return { kind: 'refused', reason, context, term, keyword, value };
}

/** An event that jsonld.js emits when it drops something. */
interface ProcessorEvent {
  readonly code: string;
  readonly details: JsonObject;
}

/**
 * The detail with the dropped value, and the reason. Codes not listed here lose nothing (null, an
 * empty object) or are detected by the graph writer (relative IRIs, language tags).
 */
const dropped: ReadonlyMap<string, { readonly detail: string; readonly reason: DropReason }> =
  new Map([
    ['free-floating scalar', { detail: 'value', reason: 'free-floating' }],
    ['object with only @id', { detail: 'value', reason: 'free-floating' }],
    ['object with only @list', { detail: 'value', reason: 'free-floating' }],
    ['object with only @value', { detail: 'value', reason: 'free-floating' }],
    ['reserved @id value', { detail: 'id', reason: 'reserved-name' }],
    ['reserved @reverse value', { detail: 'reverse', reason: 'reserved-name' }],
    ['reserved term', { detail: 'term', reason: 'reserved-name' }],
  ]);

/** Notes a value that expansion drops. */
function noteExpansionEvent({ code, details }: ProcessorEvent, findings: FindingSink): void {
  const loss = dropped.get(code);
  if (loss !== undefined) {
    const value = textOfJson(details[loss.detail]);
    findings.add({ kind: 'value-dropped', value, reason: loss.reason });
  }
  if (code === 'invalid property') noteProperty(details, findings);
  const type = code === 'relative @type reference' ? textOfJson(details['type']) : '';
  // The graph writer handles other types that are not IRIs, but never sees those like a keyword.
  if (type.startsWith('@')) {
    findings.add({ kind: 'value-dropped', value: type, reason: 'reserved-name' });
  }
}

/**
 * Code `invalid property`: a name that does not expand to an IRI. A name that a context maps to
 * null is meant to be left out.
 */
function noteProperty({ property, expandedProperty }: JsonObject, findings: FindingSink): void {
  const name = textOfJson(property);
  if (name.startsWith('@')) {
    findings.add({ kind: 'value-dropped', value: name, reason: 'reserved-name' });
  } else if (typeof expandedProperty === 'string') {
    findings.add(
      expandedProperty.includes(':')
        ? { kind: 'iri-dropped', value: expandedProperty, role: 'predicate' }
        : { kind: 'term-undefined', term: name },
    );
  }
}

function textOfJson(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
