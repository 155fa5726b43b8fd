import type { Target } from '../model/target.ts';

export interface FrontierOptions {
  /** Targets of one host handed out at once. */
  readonly perHost: number;
  /** Targets of one source that may wait before `offer` makes discovery wait. */
  readonly backlog: number;
}

/** What became of an offer: `known` when the URL was offered before, `stopped` when nothing is taken any more. */
export type Admission = 'queued' | 'known' | 'stopped';

/**
 * The URLs that wait to be fetched: each is handed out once, whoever lists it; hosts take turns, so that a slow one
 * holds up nobody else. Discovery waits while its source has a full backlog. Links are always taken, since the page or
 * list that offers them holds a place others wait for; `limits.linksPerPage` bounds those of a page, and whoever follows
 * what a list names counts it against `limits.urlsPerSource`.
 */
export class Frontier {
  readonly #options: FrontierOptions;
  readonly #seen = new Set<string>();
  readonly #hosts = new Map<string, Host>();
  /** Hosts that can hand out a target now, in the order of their turns. */
  readonly #ready = new Set<Host>();
  readonly #backlog = new Map<string, number>();
  #takers: (() => void)[] = [];
  #offerers: (() => void)[] = [];
  #active = 0;
  #waiting = 0;
  #holds = 0;
  #state: 'open' | 'closed' | 'stopped' = 'open';

  constructor(options: FrontierOptions) {
    this.#options = options;
  }

  /** Adds what a source lists; resolves once there is room for it. */
  async offer(target: Target): Promise<Admission> {
    if (this.#seen.has(target.url)) return 'known';
    this.#seen.add(target.url);
    while (this.#backlogOf(target.source) >= this.#options.backlog && this.#state !== 'stopped') {
      await new Promise<void>((resolve) => this.#offerers.push(resolve));
    }
    return this.#enqueue(target);
  }

  /** Whether a URL was offered before. */
  knows(url: string): boolean {
    return this.#seen.has(url);
  }

  /** Adds a link found on a page, without waiting. */
  follow(target: Target): Admission {
    if (this.#seen.has(target.url)) return 'known';
    this.#seen.add(target.url);
    return this.#enqueue(target);
  }

  /** Adds a target whose URL was handed out before, to be carried once more. */
  repeat(target: Target): Admission {
    return this.#enqueue(target);
  }

  /** Keeps the frontier from its end, since something is still to be added, until `letGo` is called as often. */
  hold(): void {
    this.#holds += 1;
  }

  letGo(): void {
    this.#holds -= 1;
    this.#wakeTakers();
  }

  /** Says that nothing more will be offered; links may still follow. */
  close(): void {
    if (this.#state === 'open') this.#state = 'closed';
    this.#wakeTakers();
  }

  /** Hands out nothing more and frees everybody who waits. */
  stop(): void {
    this.#state = 'stopped';
    this.#wakeTakers();
    this.#wakeOfferers();
  }

  /** The next target, or undefined when there will be none. Each one taken must be given back by `done`. */
  async take(): Promise<Target | undefined> {
    for (;;) {
      if (this.#state === 'stopped') return undefined;
      const [host] = this.#ready;
      const target = host?.waiting.shift();
      if (host !== undefined && target !== undefined) return this.#handOut(host, target);
      if (this.#isAtEnd) return undefined;
      await new Promise<void>((resolve) => this.#takers.push(resolve));
    }
  }

  /** Gives back a target that was taken, after the links found in it were followed. */
  done(target: Target): void {
    const host = this.#hostOf(target);
    host.active -= 1;
    this.#active -= 1;
    if (host.active === 0 && host.waiting.length === 0) this.#hosts.delete(host.name);
    else this.#queueTurn(host);
    this.#wakeTakers();
  }

  get #isAtEnd(): boolean {
    const isIdle = this.#waiting === 0 && this.#active === 0 && this.#holds === 0;
    return this.#state === 'closed' && isIdle;
  }

  #enqueue(target: Target): Admission {
    if (this.#state === 'stopped') return 'stopped';
    const host = this.#hostOf(target);
    host.waiting.push(target);
    this.#waiting += 1;
    this.#backlog.set(target.source, this.#backlogOf(target.source) + 1);
    this.#queueTurn(host);
    this.#wakeTakers();
    return 'queued';
  }

  #handOut(host: Host, target: Target): Target {
    host.active += 1;
    this.#active += 1;
    this.#waiting -= 1;
    this.#backlog.set(target.source, this.#backlogOf(target.source) - 1);
    // Taken out and put in again, the host stands last in the order of turns.
    this.#ready.delete(host);
    this.#queueTurn(host);
    this.#wakeOfferers();
    return target;
  }

  #queueTurn(host: Host): void {
    if (host.waiting.length > 0 && host.active < host.atOnce) this.#ready.add(host);
  }

  #hostOf(target: Target): Host {
    const name = new URL(target.url).host;
    let host = this.#hosts.get(name);
    if (host === undefined) {
      // A folder has a host in its URLs, but nobody there who could be overburdened.
      const atOnce = target.file === undefined ? this.#options.perHost : Infinity;
      host = { name, waiting: [], active: 0, atOnce };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #backlogOf(source: string): number {
    return this.#backlog.get(source) ?? 0;
  }

  #wakeTakers(): void {
    const takers = this.#takers;
    this.#takers = [];
    for (const wake of takers) wake();
  }

  #wakeOfferers(): void {
    const offerers = this.#offerers;
    this.#offerers = [];
    for (const wake of offerers) wake();
  }
}

interface Host {
  readonly name: string;
  readonly waiting: Target[];
  active: number;
  /** Targets handed out at once. */
  readonly atOnce: number;
}
