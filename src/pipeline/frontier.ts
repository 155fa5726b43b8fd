import type { Hosts } from '../http/hosts.ts';
import type { Target } from '../model/target.ts';
import { DueQueue } from './due-queue.ts';
import { HostLine } from './host-line.ts';

export interface FrontierOptions {
  readonly hosts: Hosts;
  /** Targets in progress at once, over all hosts, besides those that wait for a host within their stages. */
  readonly lanes: number;
  /**
   * So many of the lanes are kept for sources that have fewer than are left: one whose targets take
   * long does not get all of them. By default none.
   */
  readonly keptLanes?: number;
  /** Targets of one source that may wait before `offer` makes discovery wait. */
  readonly backlog: number;
}

/** So many times the backlog may wait while lanes are idle, so that a listing gets past the URLs of a host that rests. */
const runAhead = 20;
/**
 * Beyond so many times the backlog, of all sources together, each may have but a few more waiting.
 */
const manySources = 200;
const fewOfMany = 20;

/** What became of an offer: `known` when the URL was offered before, `stopped` when nothing is taken any more. */
export type Admission = 'queued' | 'known' | 'stopped';

/**
 * The URLs that wait to be fetched: each is handed out once, whoever lists it, and when its host
 * can be asked; hosts take turns, and of one host sources. So one that is slow, rests or is dead
 * holds up nobody else. Discovery waits while its source has a full backlog. Links are always
 * taken, since the page or list that offers them holds a place others wait for;
 * `limits.linksPerPage` bounds those of a page, and whoever follows what a list names counts it
 * against `limits.urlsPerSource`.
 */
export class Frontier {
  readonly #options: FrontierOptions;
  readonly #seen = new Set<string>();
  readonly #lines = new Map<string, HostLine>();
  /** Those that can hand out a target now, in the order of their turns. */
  readonly #ready = new Set<HostLine>();
  /** Those whose host can be asked at a known time. One that is not `dueAt` that time any more is passed over. */
  readonly #later = new DueQueue<HostLine>();
  readonly #backlog = new Map<string, number>();
  /** By source, its targets in progress. */
  readonly #inProgress = new Map<string, number>();
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #takers: (() => void)[] = [];
  /** Those who wait for room, by the source. */
  readonly #offerers = new Map<string, (() => void)[]>();
  #active = 0;
  #waiting = 0;
  #holds = 0;
  /** A lane waits for a target, and there is none that can be asked for. */
  #isIdle = false;
  #state: 'open' | 'closed' | 'stopped' = 'open';

  constructor(options: FrontierOptions) {
    this.#options = options;
    options.hosts.listen(({ name }) => {
      const line = this.#lines.get(name);
      if (line !== undefined) this.#settle(line);
      this.#wakeTakers();
    });
  }

  /** Adds what a source lists; resolves once there is room for it. */
  async offer(target: Target): Promise<Admission> {
    if (this.#seen.has(target.url)) return 'known';
    this.#seen.add(target.url);
    while (!this.#hasRoom(target.source) && this.#state !== 'stopped') {
      await this.#roomMayBe(target.source);
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
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#wakeTakers();
    this.#wakeAllOfferers();
  }

  /** The next target, or undefined when there will be none. Each one taken must be given back by `done`. */
  async take(): Promise<Target | undefined> {
    for (;;) {
      if (this.#state === 'stopped') return undefined;
      this.#wakeDue();
      const free = this.#options.lanes - this.#active + this.#options.hosts.waiting;
      if (free > 0) {
        const target = this.#handOut(free);
        const wasIdle = this.#isIdle;
        this.#isIdle = target === undefined;
        if (target !== undefined) return target;
        // Lanes are idle: what is behind in the listings may be of other hosts.
        if (!wasIdle) this.#wakeAllOfferers();
      }
      if (this.#isAtEnd) return undefined;
      this.#setTimer();
      await new Promise<void>((resolve) => this.#takers.push(resolve));
    }
  }

  /** Gives back a target that was taken, after the links found in it were followed. */
  done(target: Target): void {
    const line = this.#lineOf(target);
    this.#active -= 1;
    this.#countInProgress(target, -1);
    line.done(target);
    this.#settle(line);
    this.#wakeTakers();
  }

  get #isAtEnd(): boolean {
    const isIdle = this.#waiting === 0 && this.#active === 0 && this.#holds === 0;
    return this.#state === 'closed' && isIdle;
  }

  #hasRoom(source: string): boolean {
    const { backlog } = this.#options;
    const own = this.#backlogOf(source);
    if (this.#waiting >= manySources * backlog) return own < fewOfMany;
    return own < (this.#isIdle ? runAhead * backlog : backlog);
  }

  #enqueue(target: Target): Admission {
    if (this.#state === 'stopped') return 'stopped';
    const line = this.#lineOf(target);
    line.add(target);
    this.#waiting += 1;
    this.#backlog.set(target.source, this.#backlogOf(target.source) + 1);
    this.#settle(line);
    this.#wakeTakers();
    return 'queued';
  }

  /** The target whose turn it is. */
  #handOut(free: number): Target | undefined {
    const { keptLanes = 0 } = this.#options;
    const mayGo = (source: string): boolean =>
      free > keptLanes || (this.#inProgress.get(source) ?? 0) < free;
    for (const line of this.#ready) {
      const isReady = line.standing.kind === 'ready';
      // It keeps its turn.
      if (isReady && !line.has(mayGo)) continue;
      // Taken out and put in again, it stands last in the order of turns.
      this.#ready.delete(line);
      const target = isReady ? line.take(mayGo) : undefined;
      this.#settle(line);
      if (target === undefined) continue;
      this.#active += 1;
      this.#countInProgress(target, 1);
      this.#waiting -= 1;
      this.#backlog.set(target.source, this.#backlogOf(target.source) - 1);
      this.#wakeOfferers(target.source);
      return target;
    }
    return undefined;
  }

  /** Puts a line where it belongs by when its host can be asked. */
  #settle(line: HostLine): void {
    const { standing } = line;
    if (standing.kind === 'ready') this.#ready.add(line);
    else this.#ready.delete(line);
    const at = standing.kind === 'later' ? standing.at : undefined;
    if (at !== undefined && at !== line.dueAt) this.#later.add(at, line);
    line.dueAt = at;
    // What gives a place back is heard of before it is done with.
    if (!line.isEmpty || this.#lines.get(line.name) !== line) return;
    this.#lines.delete(line.name);
    line.leave();
  }

  /** Looks again at the lines whose time has come. */
  #wakeDue(): void {
    const now = this.#options.hosts.clock.now();
    for (;;) {
      const { next } = this.#later;
      const line = this.#later.takeDue(now);
      if (line === undefined) return;
      if (line.dueAt !== next) continue;
      line.dueAt = undefined;
      this.#settle(line);
    }
  }

  /** Has who waits called when the first host can be asked. */
  #setTimer(): void {
    const { next: at } = this.#later;
    if (at === this.#timer?.at) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (at === undefined) return;
    const { clock } = this.#options.hosts;
    const cancel = clock.after(Math.max(0, at - clock.now()), () => {
      this.#timer = undefined;
      this.#wakeTakers();
    });
    this.#timer = { at, cancel };
  }

  #lineOf(target: Target): HostLine {
    const url = new URL(target.url);
    const isFile = target.file !== undefined;
    const name = isFile ? `file ${url.host}` : url.host;
    let line = this.#lines.get(name);
    if (line === undefined) {
      line = new HostLine(name, isFile ? undefined : this.#options.hosts.of(url));
      this.#lines.set(name, line);
    }
    return line;
  }

  #countInProgress({ source }: Target, change: 1 | -1): void {
    const count = (this.#inProgress.get(source) ?? 0) + change;
    if (count > 0) this.#inProgress.set(source, count);
    else this.#inProgress.delete(source);
  }

  #backlogOf(source: string): number {
    return this.#backlog.get(source) ?? 0;
  }

  #wakeTakers(): void {
    const takers = this.#takers;
    this.#takers = [];
    for (const wake of takers) wake();
  }

  /** Resolves when there may be room for a target of a source. */
  async #roomMayBe(source: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const offerers = this.#offerers.get(source);
      if (offerers === undefined) this.#offerers.set(source, [resolve]);
      else offerers.push(resolve);
    });
  }

  #wakeOfferers(source: string): void {
    const offerers = this.#offerers.get(source) ?? [];
    this.#offerers.delete(source);
    for (const wake of offerers) wake();
  }

  #wakeAllOfferers(): void {
    for (const source of this.#offerers.keys()) this.#wakeOfferers(source);
  }
}
