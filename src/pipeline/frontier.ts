import type { Hosts } from '../web/hosts.ts';
import type { Target } from '../model/target.ts';
import { DueQueue, type FrontierHost, HostQueue } from './host-queue.ts';

/** The hosts of a run, as far as the frontier needs them. */
export interface FrontierHosts extends Pick<Hosts, 'clock' | 'waiting'> {
  /** Registers a listener for each host whose availability may have changed. */
  listen(listener: (host: { readonly name: string }) => void): void;
  of(url: URL): FrontierHost;
}

interface FrontierOptions {
  readonly hosts: FrontierHosts;
  /** Targets in progress at once, over all hosts, without those that wait for a host in a stage. */
  readonly lanes: number;
  /**
   * Lanes that only sources with fewer targets in progress than lanes are free may take, so that a
   * source with slow targets does not get all lanes. By default none.
   */
  readonly keptLanes?: number;
  /** Targets of one source that may wait before `offer` makes discovery wait. */
  readonly backlog: number;
}

/** How many bytes of content that listings delivered may wait, of all sources together. */
const maxDeliveredBytes = 67_108_864;
/** How many backlogs may wait while lanes are idle, so that a listing gets past a resting host. */
const runAhead = 20;
/** From so many waiting backlogs of all sources on, each source may have only a few targets. */
const manySources = 200;
const fewOfMany = 20;

/**
 * The targets that wait for their visit. Each is handed out when its host is available; hosts take
 * turns, and so do the sources of one host, so a host that is slow, rests or is dead holds up no
 * other. Discovery waits while its source has a full backlog, or while much delivered content waits
 * in memory. Links never wait, since the page or list that gives them holds a lane that others
 * need; `limits.linksPerPage` bounds those of a page, and `limits.urlsPerSource` those of a list.
 * The caller adds each URL once (`UrlEntry.state`).
 */
export class Frontier {
  readonly #options: FrontierOptions;
  readonly #queues = new Map<string, HostQueue>();
  /** Those that can hand out a target now, in the order of their turns. */
  readonly #ready = new Set<HostQueue>();
  /** Those whose host has a time; an entry with another time than `dueAt` is stale. */
  readonly #later = new DueQueue<HostQueue>();
  /** By source, how many targets wait, and how many are in progress. */
  readonly #backlog = new Map<string, number>();
  readonly #inProgress = new Map<string, number>();
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #takers: (() => void)[] = [];
  /** By source, the calls of `offer` that wait for room. */
  readonly #offerers = new Map<string, readonly (() => void)[]>();
  #active = 0;
  #waiting = 0;
  /** The length of the delivered content that waits. */
  #deliveredBytes = 0;
  #holds = 0;
  /** Whether a lane waits, and no target can be handed out. */
  #isIdle = false;
  #state: 'open' | 'closed' | 'stopped' = 'open';

  constructor(options: FrontierOptions) {
    this.#options = options;
    options.hosts.listen(({ name }) => {
      const queue = this.#queues.get(name);
      if (queue !== undefined) this.#settle(queue);
      this.#wakeTakers();
    });
  }

  /**
   * Adds what a source lists, once there is room for it.
   * @returns false where the frontier is stopped
   */
  async offer(target: Target): Promise<boolean> {
    while (!this.#hasRoom(target) && this.#state !== 'stopped') {
      await new Promise<void>((resolve) => {
        const offerers = this.#offerers.get(target.source) ?? [];
        this.#offerers.set(target.source, [...offerers, resolve]);
      });
    }
    return this.add(target);
  }

  /** Adds a target without waiting for room. @returns false where the frontier is stopped */
  add(target: Target): boolean {
    if (this.#state === 'stopped') return false;
    const queue = this.#queueOf(target);
    queue.add(target);
    this.#waiting += 1;
    this.#deliveredBytes += deliveredBytes(target);
    count(this.#backlog, target.source, 1);
    this.#settle(queue);
    this.#wakeTakers();
    return true;
  }

  /** Keeps the frontier open for something still to be added, until as many calls of `release`. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
    this.#wakeTakers();
  }

  /** Nothing more will be offered; links may still follow. */
  close(): void {
    if (this.#state === 'open') this.#state = 'closed';
    this.#wakeTakers();
  }

  /** Hands out nothing more, and resolves all waiting calls. */
  stop(): void {
    this.#state = 'stopped';
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#wakeTakers();
    this.#wakeAllOfferers();
  }

  /**
   * The next target, or undefined when there will be none. Each one taken must be given back by
   * `done`.
   */
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
    const queue = this.#queueOf(target);
    this.#active -= 1;
    count(this.#inProgress, target.source, -1);
    queue.done(target);
    this.#settle(queue);
    this.#wakeTakers();
  }

  get #isAtEnd(): boolean {
    return this.#state === 'closed' && this.#waiting + this.#active + this.#holds === 0;
  }

  #hasRoom({ source, content }: Target): boolean {
    if (content !== undefined && this.#deliveredBytes >= maxDeliveredBytes) return false;
    const { backlog } = this.#options;
    const own = this.#backlog.get(source) ?? 0;
    if (this.#waiting >= manySources * backlog) return own < fewOfMany;
    return own < (this.#isIdle ? runAhead * backlog : backlog);
  }

  /** The target whose turn it is. */
  #handOut(free: number): Target | undefined {
    const { keptLanes = 0 } = this.#options;
    const mayGo = (source: string): boolean =>
      free > keptLanes || (this.#inProgress.get(source) ?? 0) < free;
    for (const queue of this.#ready) {
      const isReady = queue.standing.kind === 'ready';
      const target = isReady ? queue.take(mayGo) : undefined;
      // Where none of its sources may go, the queue keeps its turn.
      if (isReady && target === undefined) continue;
      // Put in again, it is last in the order of turns.
      this.#ready.delete(queue);
      this.#settle(queue);
      if (target === undefined) continue;
      this.#active += 1;
      count(this.#inProgress, target.source, 1);
      this.#waiting -= 1;
      count(this.#backlog, target.source, -1);
      this.#release(target);
      return target;
    }
    return undefined;
  }

  /** Gives the room of a target that was handed out to those that wait for it. */
  #release(target: Target): void {
    const wasFull = this.#deliveredBytes >= maxDeliveredBytes;
    this.#deliveredBytes -= deliveredBytes(target);
    if (wasFull && this.#deliveredBytes < maxDeliveredBytes) this.#wakeAllOfferers();
    else this.#wakeOfferers(target.source);
  }

  /** Sorts a queue in by when its host is available, and drops an empty one. */
  #settle(queue: HostQueue): void {
    const { standing } = queue;
    if (standing.kind === 'ready') this.#ready.add(queue);
    else this.#ready.delete(queue);
    const at = standing.kind === 'later' ? standing.at : undefined;
    if (at !== undefined && at !== queue.dueAt) this.#later.add(at, queue);
    queue.dueAt = at;
    // A host announces its free place within `done`, so an empty queue may be settled twice.
    if (!queue.isEmpty || this.#queues.get(queue.name) !== queue) return;
    this.#queues.delete(queue.name);
    queue.leave();
  }

  /** Settles the queues whose time has come. */
  #wakeDue(): void {
    const now = this.#options.hosts.clock.now();
    for (;;) {
      const { next } = this.#later;
      const queue = this.#later.takeDue(now);
      if (queue === undefined) return;
      if (queue.dueAt !== next) continue;
      queue.dueAt = undefined;
      this.#settle(queue);
    }
  }

  /** Wakes the lanes when the first host is available. */
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

  #queueOf(target: Target): HostQueue {
    const url = new URL(target.url);
    const isAtHand =
      target.file !== undefined || target.content !== undefined || target.isGone === true;
    const name = isAtHand ? `at hand ${url.host}` : url.host;
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const queue = new HostQueue(name, isAtHand ? undefined : this.#options.hosts.of(url));
    this.#queues.set(name, queue);
    return queue;
  }

  #wakeTakers(): void {
    const takers = this.#takers;
    this.#takers = [];
    for (const wake of takers) wake();
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

function deliveredBytes({ content }: Target): number {
  return content?.body.length ?? 0;
}

/** Adds to a count, which is dropped at 0. */
function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
