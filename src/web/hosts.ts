import type { HttpConfig } from '../config/schema.ts';
import type { HostFacts, HostState } from '../model/run-costs.ts';
import { type Clock, systemClock } from '../threads/clock.ts';
import type { HostLeases } from './host-lease.ts';
import { Host } from './host.ts';

/** Options of a run, and seams for tests. */
export interface HostsOptions {
  /** How long the run may send requests, in milliseconds from now; unlimited by default. */
  readonly runMs?: number | undefined;
  /** How long it was to send requests in all, where it began elsewhere; by default `runMs`. */
  readonly maxRunMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** The first back-off after a failure, in milliseconds. */
  readonly backOffMs?: number | undefined;
  /** Present where other processes request the same hosts; by default this one has them all. */
  readonly leases?: HostLeases | undefined;
  /** Called for each host that starts to pause or is given up. */
  readonly onQuiet?: ((facts: HostFacts) => void) | undefined;
}

/**
 * The most hosts in memory. Beyond this, hosts without state worth keeping are dropped, with their
 * statistics.
 */
const maxHosts = 10_000;
const firstBackOffMs = 500;
/** The states of a host that gets no requests for now. */
export const quietStates: ReadonlySet<HostState> = new Set(['resting', 'given-up', 'out-of-time']);

/**
 * All hosts of a run: the one place that decides when a host may be requested. A host is
 * `URL.host`: http and https of one name share their limits, another port is another host. Names
 * that share an address are separate hosts, since unrelated sites share addresses of CDNs.
 */
export class Hosts {
  readonly clock: Clock;
  readonly #hosts = new Map<string, Host>();
  readonly #create: (name: string) => Host;
  readonly #onQuiet: HostsOptions['onQuiet'];
  readonly #cancelEnd: (() => void) | undefined;
  /** Hosts as they were at their last change. */
  readonly #last = new WeakMap<Host, Pick<Host, 'waiting' | 'state'>>();
  #waiting = 0;
  #listener: ((host: Host) => void) | undefined;
  readonly #forgotten = { bytesReceived: 0, bytesDecoded: 0 };
  #forgetsAt = maxHosts;
  #isClosed = false;

  constructor({ perHost }: Pick<HttpConfig, 'perHost'>, options: HostsOptions = {}) {
    const { runMs, clock = systemClock, backOffMs = firstBackOffMs, leases, onQuiet } = options;
    const { maxRunMs: maxMs = runMs } = options;
    this.clock = clock;
    this.#onQuiet = onQuiet;
    const runEnd =
      runMs === undefined || maxMs === undefined ? undefined : { at: clock.now() + runMs, maxMs };
    const onChange = (host: Host): void => this.#changed(host);
    const settings = { perHost, backOffMs, clock, runEnd, leases, onChange };
    this.#create = (name) => new Host(name, settings);
    const startAll = (): void => this.#hosts.forEach((host) => host.startRequests());
    this.#cancelEnd = runMs === undefined ? undefined : clock.after(runMs, startAll);
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

  #changed(host: Host): void {
    const { waiting, state } = host;
    const last = this.#last.get(host);
    this.#last.set(host, { waiting, state });
    this.#waiting += waiting - (last?.waiting ?? 0);
    const isNewlyQuiet = state !== last?.state && quietStates.has(state);
    if (isNewlyQuiet && !this.#isClosed) this.#onQuiet?.(host.facts());
    this.#listener?.(host);
  }
}

function addTraffic(sum: { bytesReceived: number; bytesDecoded: number }, host: Host): void {
  const { bytesReceived, bytesDecoded } = host.facts();
  sum.bytesReceived += bytesReceived;
  sum.bytesDecoded += bytesDecoded;
}
