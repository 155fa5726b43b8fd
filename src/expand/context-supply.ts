import type { Stage } from '../model/outcome.ts';
import type { ContextSource, ContextSupply, RemoteContext } from '../model/remote-context.ts';

/** The most contexts that are loaded for one input, and their characters in all. */
const maxContextsOfInput = 32;
const maxCharactersOfInput = 8_388_608;

/** The contexts for one input of a stage. */
export class InputContexts implements ContextSupply {
  /** The contexts that must be loaded first. */
  readonly wanted = new Set<string>();
  readonly #source: ContextSource;
  readonly #given = new Map<string, RemoteContext>();

  /** @param given those that were loaded for the input before */
  constructor(source: ContextSource, given: readonly RemoteContext[] = []) {
    this.#source = source;
    for (const context of given) this.#given.set(context.url, context);
  }

  get given(): readonly RemoteContext[] {
    return [...this.#given.values()];
  }

  get isIncomplete(): boolean {
    return this.wanted.size > 0;
  }

  find(url: string): RemoteContext | undefined {
    const found = this.#given.get(url) ?? this.#source.known(url);
    if (found === undefined) this.want(url);
    return found;
  }

  want(url: string): void {
    this.wanted.add(url);
  }

  /** Contexts beyond the limits become `too-many`. */
  async load(): Promise<void> {
    const room = maxContextsOfInput - this.#given.size;
    const loading = [...this.wanted].map(async (url, index): Promise<RemoteContext> => {
      return index < room ? this.#source.load(url) : { url, failure: 'too-many' };
    });
    let characters = totalCharacters(this.given);
    for (const context of await Promise.all(loading)) {
      const { url } = context;
      characters += charactersIn(context);
      const isBeyond = characters > maxCharactersOfInput;
      this.#given.set(url, isBeyond ? { url, failure: 'too-many' } : context);
    }
    this.wanted.clear();
  }
}

/**
 * Runs a stage again for an input until it wants no further contexts; outcomes that came before are
 * not repeated. The stage yields the same outcomes again, in the same order, up to the first one
 * that needs a context; or it loads contexts and begins again itself.
 */
export function withContexts<In, Out>(
  stage: Stage<In, Out>,
  source: ContextSource | undefined,
): Stage<In, Out> {
  if (source === undefined) return stage;
  return {
    name: stage.name,
    async *process(input, context) {
      const contexts = new InputContexts(source);
      let yielded = 0;
      do {
        await contexts.load();
        let repeated = yielded;
        for await (const outcome of stage.process(input, { ...context, contexts })) {
          if (contexts.isIncomplete) break;
          repeated -= 1;
          if (repeated >= 0) continue;
          yielded += 1;
          yield outcome;
        }
      } while (contexts.isIncomplete && !context.signal.aborted);
    },
  };
}

/** The most characters of contexts that a thread keeps, and the most contexts. */
const maxKeptCharacters = 16_777_216;
const maxKeptContexts = 1000;

/** The contexts that a thread was given, for its further inputs. */
export class KeptContexts implements ContextSource {
  readonly #byUrl = new Map<string, RemoteContext>();
  #characters = 0;

  known(url: string): RemoteContext | undefined {
    return this.#byUrl.get(url);
  }

  /** The main thread loads contexts; here the stage ends without them. */
  async load(url: string): Promise<RemoteContext> {
    return this.#byUrl.get(url) ?? { url };
  }

  /**
   * Keeps contexts; where there is no room, those from before are dropped. What was beyond the
   * limits of one input is not beyond those of others.
   */
  add(given: readonly RemoteContext[]): void {
    const contexts = given.filter((each) => 'json' in each || each.failure !== 'too-many');
    const added = contexts.filter(({ url }) => !this.#byUrl.has(url));
    this.#characters += totalCharacters(added);
    const count = this.#byUrl.size + added.length;
    if (this.#characters > maxKeptCharacters || count > maxKeptContexts) {
      this.#byUrl.clear();
      this.#characters = totalCharacters(contexts);
    }
    for (const context of contexts) this.#byUrl.set(context.url, context);
  }
}

function totalCharacters(contexts: readonly RemoteContext[]): number {
  return contexts.reduce((sum, context) => sum + charactersIn(context), 0);
}

function charactersIn(context: RemoteContext): number {
  return 'json' in context ? context.json.length : 0;
}
