import type { Config } from '../config/schema.ts';
import { createContextHostTest, createContextMap } from '../config/context-files.ts';
import type { ContextMemory } from '../model/harvest-memory.ts';
import {
  type ContextSource,
  type LoadedContext,
  maxFetchedContexts,
  type RemoteContext,
  type UnavailableContext,
} from '../model/remote-context.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** Requests a context; `isAllowed` tells which hosts may be requested, also after a redirect. */
export type FetchContext = (
  url: string,
  isAllowed: (url: URL) => boolean,
) => Promise<LoadedContext | UnavailableContext>;

interface RemoteContextsOptions {
  /** The contexts of earlier runs; none by default. */
  readonly memory?: ContextMemory | undefined;
  /** Without it nothing is requested. */
  readonly fetch?: FetchContext | undefined;
  /** Whether a context in memory is requested again, and replaced where that succeeds. */
  readonly isFull?: boolean;
  readonly now?: () => Date;
}

/** The settings by which contexts are found. */
export type ContextSettings = Pick<Config, 'contexts'> & {
  readonly http: Pick<Config['http'], 'contextHosts'>;
};

/** The settings without a configuration. */
export const noContextSettings: ContextSettings = {
  contexts: undefined,
  http: { contextHosts: [] },
};

/** The most URLs that are remembered; beyond it the oldest are forgotten, and sought again. */
const maxRemembered = 10_000;

/**
 * Finds the contexts that are not bundled: in the files that the configuration maps, else in
 * memory, else on the Web if the configuration allows the host. Each URL is requested once.
 */
export class RemoteContexts implements ContextSource {
  readonly #mapped: ReturnType<typeof createContextMap>;
  readonly #isAllowed: (url: URL) => boolean;
  readonly #options: RemoteContextsOptions;
  readonly #found = new Map<string, RemoteContext>();
  readonly #pending = new Map<string, Promise<RemoteContext>>();
  #loaded = 0;

  constructor({ contexts, http }: ContextSettings, options: RemoteContextsOptions = {}) {
    this.#mapped = createContextMap(contexts);
    this.#isAllowed = createContextHostTest(http.contextHosts);
    this.#options = options;
  }

  known(url: string): RemoteContext | undefined {
    return this.#found.get(url);
  }

  /** @throws {Fault} when the memory cannot be written; the reason of an aborted request */
  async load(url: string): Promise<RemoteContext> {
    const known = this.#found.get(url) ?? this.#pending.get(url);
    if (known !== undefined) return known;
    const pending = this.#load(url).then((context) => this.#remember(context));
    this.#pending.set(url, pending);
    return pending.finally(() => this.#pending.delete(url));
  }

  #remember(context: RemoteContext): RemoteContext {
    const [oldest] = this.#found.keys();
    if (this.#found.size >= maxRemembered && oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(context.url, context);
    return context;
  }

  async #load(url: string): Promise<RemoteContext> {
    const mapped = this.#mapped(url);
    if (mapped !== undefined) return { url, documentUrl: url, json: mapped };
    const requested = parseUrl(url);
    if (requested === undefined || !/^https?:$/u.test(requested.protocol)) return { url };
    requested.hash = '';
    return { ...(await this.#loadFromWeb(requested)), url };
  }

  /** From memory, else by a request. A copy in memory counts, too, where its server fails. */
  async #loadFromWeb(requested: URL): Promise<RemoteContext> {
    const { href: url } = requested;
    const stored = await this.#options.memory?.get(url);
    const isAllowed = this.#isAllowed(requested);
    if (stored === undefined && !isAllowed) return { url };
    if (this.#loaded >= maxFetchedContexts) return { url, failure: 'too-many' };
    this.#loaded += 1;
    if (stored !== undefined && !(this.#options.isFull === true && isAllowed)) return stored;
    const fetched = await this.#fetch(url);
    return 'json' in fetched ? fetched : (stored ?? fetched);
  }

  /** Requests a context, and stores it. */
  async #fetch(url: string): Promise<RemoteContext> {
    const { fetch, memory, now = () => new Date() } = this.#options;
    if (fetch === undefined) return { url, failure: 'not-fetched' };
    const fetched = await fetch(url, this.#isAllowed);
    if ('json' in fetched) await memory?.put(fetched, now());
    return fetched;
  }
}
