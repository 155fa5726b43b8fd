import {
  asArray,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from './json.ts';

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
 * @param remote the term names of contexts that are given by URL
 */
export function areContextsTooLarge(
  document: JsonContainer,
  remote: readonly string[],
  max: number,
): boolean {
  return new ContextMeter(remote, max).exceeds(document);
}

class ContextMeter {
  readonly #remote: Terms;
  readonly #processed = new Map<string, ActiveContext>();
  /** A number per context, the same for equal contexts. */
  readonly #numbers = new Map<JsonValue, number>();
  readonly #initial: ActiveContext = { id: 0, size: 0, own: new Map(), isScoped: false };
  readonly #max: number;
  #contexts = 0;
  #copied = 0;

  constructor(remote: readonly string[], max: number) {
    this.#max = max;
    this.#remote = new Map(remote.map((name) => [name, undefined]));
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
      active = each === null ? this.#initial : this.#extend(active, each);
    }
    return active;
  }

  #extend(before: ActiveContext, context: JsonValue): ActiveContext {
    const key = `${before.id} ${this.#numberOf(context)}`;
    const known = this.#processed.get(key);
    if (known !== undefined) return known;
    const own = isObject(context) ? scopedContexts(context) : this.#remote;
    const extended = this.#copy(before, own);
    this.#processed.set(key, extended);
    for (const scoped of own.values()) {
      // The algorithm tries each scoped context, on a copy, where it is defined.
      if (scoped !== undefined) this.#process(this.#copy(extended), scoped);
      if (this.#isBeyond()) break;
    }
    return extended;
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
