import { describe, expect, it } from 'vitest';
import { Hosts } from '../../src/web/hosts.ts';
import type { RequestSlot } from '../../src/web/request-slots.ts';
import type { Target } from '../../src/model/target.ts';
import { Frontier } from '../../src/pipeline/frontier.ts';
import { httpConfig } from '../web/loopback.ts';
import { ManualClock, settled } from '../web/manual-clock.ts';

const { signal } = new AbortController();
const busy = { kind: 'http-status', url: 'http://a/', status: 429 } as const;
const dead = { kind: 'connection-failed', url: 'http://a/', code: 'ECONNREFUSED' } as const;

interface Politeness {
  readonly delayMs?: number;
  readonly connections?: number;
  readonly lanes?: number;
  readonly runMs?: number;
}

/** A frontier whose targets are taken at once, its hosts, and the clock of both. */
function politely({ delayMs = 0, connections = 2, lanes = 100, runMs }: Politeness = {}) {
  const clock = new ManualClock();
  const config = httpConfig({ perHost: { delayMs, connections, maxFailures: 1 } });
  const hosts = new Hosts(config, { clock, runMs });
  const frontier = new Frontier({ hosts, lanes, backlog: 2 });
  const taken: Target[] = [];
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const target = await frontier.take();
      if (target === undefined) return;
      taken.push(target);
    }
  };
  void takeAll();
  return {
    clock,
    hosts,
    frontier,
    taken,
    urls: () => taken.map(({ url }) => url),
    hostOf: (url: string) => hosts.of(new URL(url)),
  };
}

function targetAt(url: string): Target {
  return { url, source: 'a', found: { by: 'urls' }, depth: 0 };
}

/** Asks as a lane does. */
function ask(hosts: Hosts, url: string): Promise<RequestSlot> {
  return hosts.of(new URL(url)).takeSlot(url, signal, 'first-request');
}

describe('Frontier and hosts', () => {
  it('hand out a target after the delay of its host, and those of others meanwhile', async () => {
    const { clock, hosts, frontier, taken, urls } = politely({ delayMs: 250 });
    for (const url of ['http://a/1', 'http://a/2', 'http://b/1']) frontier.add(targetAt(url));
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://b/1']);
    for (const { url } of taken) {
      const turn = await ask(hosts, url);
      hosts.of(new URL(url)).succeeded();
      turn.end();
    }
    await clock.pass(249);
    expect(taken).toHaveLength(2);
    await clock.pass(1);
    expect(urls()).toEqual(['http://a/1', 'http://b/1', 'http://a/2']);
  });

  it('hand out the next target at once where the one before was not requested', async () => {
    const { frontier, taken, urls } = politely({ delayMs: 250 });
    for (const url of ['http://a/1', 'http://a/2']) frontier.add(targetAt(url));
    await settled();
    for (const each of taken) frontier.done(each);
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://a/2']);
  });

  it('let a host rest without a lane, and wake for the one that is ready first', async () => {
    const { clock, frontier, hostOf, urls } = politely();
    hostOf('http://a/').failed(busy, 9000);
    hostOf('http://b/').failed(busy, 5000);
    for (const url of ['http://a/1', 'http://b/1', 'http://c/1']) frontier.add(targetAt(url));
    await settled();
    expect(urls()).toEqual(['http://c/1']);
    // One for all hosts.
    expect(clock.timers).toBe(1);
    await clock.pass(5000);
    expect(urls()).toEqual(['http://c/1', 'http://b/1']);
    await clock.pass(4000);
    expect(urls()).toEqual(['http://c/1', 'http://b/1', 'http://a/1']);
  });

  it('hand out one target of a host until its first response', async () => {
    const { hosts, frontier, hostOf, urls } = politely({ connections: 4 });
    frontier.add(targetAt('http://a/1'));
    await settled();
    const turn = await ask(hosts, 'http://a/1');
    frontier.add(targetAt('http://a/2'));
    await settled();
    expect(urls()).toEqual(['http://a/1']);
    turn.answered(true);
    hostOf('http://a/').succeeded();
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://a/2']);
  });

  it('hand out all targets of a given-up host at once, so that each gets its problem', async () => {
    const { clock, hosts, frontier, hostOf, urls } = politely({ delayMs: 250 });
    const host = hostOf('http://a/');
    host.gaveUp(dead);
    const all = ['http://a/1', 'http://a/2', 'http://a/3'];
    for (const url of all) frontier.add(targetAt(url));
    await clock.pass(30_000);
    expect(urls()).toEqual(['http://a/1']);
    await ask(hosts, 'http://a/1');
    await clock.pass(60_000);
    expect(urls()).toEqual(['http://a/1']);
    host.gaveUp(dead);
    await settled();
    expect(urls()).toEqual(all);
  });

  it('hand out everything when the time of the run is over', async () => {
    const { clock, hosts, frontier, urls } = politely({ delayMs: 60_000, runMs: 5000 });
    for (const url of ['http://a/1', 'http://a/2', 'http://a/3']) frontier.add(targetAt(url));
    await settled();
    await ask(hosts, 'http://a/1');
    await clock.pass(4999);
    expect(urls()).toEqual(['http://a/1']);
    await clock.pass(1);
    expect(urls()).toEqual(['http://a/1', 'http://a/2', 'http://a/3']);
  });

  it('hand out no more than there are lanes', async () => {
    const { frontier, taken, urls } = politely({ lanes: 2 });
    for (const url of ['http://a/1', 'http://b/1', 'http://c/1']) frontier.add(targetAt(url));
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://b/1']);
    for (const each of taken.slice(0, 1)) frontier.done(each);
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://b/1', 'http://c/1']);
  });

  it('give the lane of a target that waits for a host to another one', async () => {
    const { hosts, frontier, urls } = politely({ lanes: 1, connections: 1 });
    await ask(hosts, 'http://full/');
    for (const url of ['http://a/1', 'http://b/1']) frontier.add(targetAt(url));
    await settled();
    expect(urls()).toEqual(['http://a/1']);
    // It was redirected there.
    void ask(hosts, 'http://full/1');
    await settled();
    expect(urls()).toEqual(['http://a/1', 'http://b/1']);
  });

  it('let a listing get past the URLs of a host that rests, while lanes are idle', async () => {
    const { frontier, hostOf, urls } = politely();
    hostOf('http://a/').failed(busy, 60_000);
    await settled();
    for (let index = 0; index < 10; index += 1) {
      expect(await frontier.offer(targetAt(`http://a/${index}`))).toBe(true);
    }
    await frontier.offer(targetAt('http://b/1'));
    await settled();
    expect(urls()).toEqual(['http://b/1']);
  });
});
