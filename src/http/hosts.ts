import type { HttpConfig } from '../config/schema.ts';
import type { HostFacts, HostState } from '../model/host-facts.ts';
import { systemClock, type Clock } from './clock.ts';
import { Host } from './host.ts';

/** Options of a run, and seams for tests. */
export interface HostsOptions {
  /** How long the run may send requests, in milliseconds from now; unlimited by default. */
  readonly runMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** The first back-off after a failure, in milliseconds. */
  readonly backOffMs?: number | undefined;
  /** Called for each host that starts to pause or is given up. */
  readonly onQuiet?: ((facts: HostFacts) => void) | undefined;
}

/**
 * The most hosts in memory. Beyond this, hosts without state worth keeping are dropped, with their
 * statistics.
 */
const maxHosts = 10_000;
const firstBackOffMs = 500;
const quiet: ReadonlySet<HostState> = new Set(['resting', 'given-up', 'out-of-time']);

/**
 * All hosts of a run: the one place that decides when a host may be requested. A host is
 * `URL.host`: name or address, with any non-default port. So http and https of one name share their
 * limits (one server, one publisher), another port is another host, and names that share an address
 * are separate hosts, since thousands of unrelated sites share addresses of CDNs and hosting
 * services.
 */
export class Hosts {
  readonly clock: Clock;
  readonly #hosts = new Map<string, Host>();
  readonly #create: (name: string) => Host;
  readonly #onQuiet: HostsOptions['onQuiet'];
  readonly #states = new WeakMap<Host, HostState>();
  readonly #cancelEnd: (() => void) | undefined;
  /** Waiting requests by host, and their total. */
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

  /** All requests that wait for a slot or a retry. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Registers a listener for each host whose availability or waiting requests may have changed. */
  listen(listener: (host: Host) => void): void {
    this.#listener = listener;
  }

  /** Statistics of each host, in the order of the first request. */
  facts(): HostFacts[] {
    return [...this.#hosts.values()].map((host) => host.facts());
  }

  /** Body bytes read from all hosts so far, dropped hosts included. */
  traffic(): Pick<HostFacts, 'bytesReceived' | 'bytesDecoded'> {
    const sum = { ...this.#forgotten };
    for (const host of this.#hosts.values()) addTraffic(sum, host);
    return sum;
  }

  /** Ends all waiting; its timers would keep the process alive. */
  close(): void {
    this.#isClosed = true;
    this.#cancelEnd?.();
    for (const host of this.#hosts.values()) host.close();
  }

  /** Runs again only after the number of hosts has doubled, so its cost per host is small. */
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
