import type { HttpConfig } from '../config/schema.ts';
import type { HostFacts, HostState } from '../model/host-facts.ts';
import { systemClock, type Clock } from './clock.ts';
import { Host } from './host.ts';

/** What a run may want otherwise, and what a test may. */
export interface HostsOptions {
  /** How long the run may ask anybody, from now on, in milliseconds; by default without end. */
  readonly runMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** The first wait after a failure, in milliseconds. */
  readonly backOffMs?: number | undefined;
  /** Hears of each host that begins to rest, or is not asked any more. */
  readonly onQuiet?: ((facts: HostFacts) => void) | undefined;
}

/** Hosts remembered at once. Beyond, those of which nothing would be lost are forgotten, and their facts with them. */
const maxHosts = 10_000;
const firstBackOffMs = 500;
const quiet: ReadonlySet<HostState> = new Set(['resting', 'given-up', 'out-of-time']);

/**
 * The one place that knows hosts: whoever asks, or plans to ask, goes by what it says.
 *
 * A host is what `URL.host` is: a name or an address, with the port where that is not the usual one of the scheme. So http
 * and https of one name are one host: they lead to one server and one publisher, and a limit that two doors doubled would be
 * none. Another port is another host, since it mostly is another server. Names that share an address are as many hosts:
 * behind one address of a content network or a hosting service there are thousands that have nothing to do with each other.
 */
export class Hosts {
  readonly clock: Clock;
  readonly #hosts = new Map<string, Host>();
  readonly #create: (name: string) => Host;
  readonly #onQuiet: HostsOptions['onQuiet'];
  readonly #states = new WeakMap<Host, HostState>();
  readonly #cancelEnd: (() => void) | undefined;
  /** How many wait for which host, and in all. */
  readonly #waitingFor = new Map<Host, number>();
  #waiting = 0;
  #listener: ((host: Host) => void) | undefined;
  readonly #forgotten = { bytesReceived: 0, bytesDecoded: 0 };
  #forgetsAt = maxHosts;
  #isClosed = false;

  constructor(
    { perHost, maxRetryAfterMs }: Pick<HttpConfig, 'perHost' | 'maxRetryAfterMs'>,
    { runMs, clock = systemClock, backOffMs = firstBackOffMs, onQuiet }: HostsOptions = {},
  ) {
    this.clock = clock;
    this.#onQuiet = onQuiet;
    const runEnd = runMs === undefined ? undefined : { at: clock.now() + runMs, maxMs: runMs };
    const onChange = (host: Host): void => {
      this.#changed(host);
    };
    const settings = { perHost, maxRetryAfterMs, backOffMs, clock, runEnd, onChange };
    this.#create = (name) => new Host(name, settings);
    this.#cancelEnd = runMs === undefined ? undefined : clock.after(runMs, () => this.#wakeAll());
  }

  /** The host of a URL. */
  of({ host: name }: Pick<URL, 'host'>): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= this.#forgetsAt) this.#forget();
    const host = this.#create(name);
    if (this.#isClosed) host.close();
    this.#hosts.set(name, host);
    return host;
  }

  /** How many wait, in all hosts, to be asked or to try again. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Has the one who plans what is asked hear of each host of which it may have changed when it can be asked, or who waits. */
  listen(listener: (host: Host) => void): void {
    this.#listener = listener;
  }

  /** What became of each host so far, in the order in which they were first met. */
  facts(): HostFacts[] {
    return [...this.#hosts.values()].map((host) => host.facts());
  }

  /** The bodies that were read from all hosts so far, also from those that are forgotten. */
  traffic(): Pick<HostFacts, 'bytesReceived' | 'bytesDecoded'> {
    const sum = { ...this.#forgotten };
    for (const host of this.#hosts.values()) addTraffic(sum, host);
    return sum;
  }

  /** Ends all waiting, whose timers would keep the process alive. */
  close(): void {
    this.#isClosed = true;
    this.#cancelEnd?.();
    for (const host of this.#hosts.values()) host.close();
  }

  /** Done again only when there are twice as many as are left, so that it costs little a host. */
  #forget(): void {
    for (const [name, host] of this.#hosts) {
      if (!host.isIdle) continue;
      addTraffic(this.#forgotten, host);
      this.#hosts.delete(name);
    }
    this.#forgetsAt = Math.max(maxHosts, 2 * this.#hosts.size);
  }

  #wakeAll(): void {
    for (const host of this.#hosts.values()) host.wake();
  }

  #changed(host: Host): void {
    const { waiting } = host;
    this.#waiting += waiting - (this.#waitingFor.get(host) ?? 0);
    if (waiting > 0) this.#waitingFor.set(host, waiting);
    else this.#waitingFor.delete(host);
    if (this.#onQuiet !== undefined && !this.#isClosed) this.#tellState(host, this.#onQuiet);
    this.#listener?.(host);
  }

  #tellState(host: Host, onQuiet: (facts: HostFacts) => void): void {
    const { state } = host;
    if (this.#states.get(host) === state) return;
    this.#states.set(host, state);
    if (quiet.has(state)) onQuiet(host.facts());
  }
}

function addTraffic(sum: { bytesReceived: number; bytesDecoded: number }, host: Host): void {
  const { bytesReceived, bytesDecoded } = host.facts();
  sum.bytesReceived += bytesReceived;
  sum.bytesDecoded += bytesDecoded;
}
