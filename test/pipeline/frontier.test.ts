import { describe, expect, it } from 'vitest';
import { Hosts } from '../../src/web/hosts.ts';
import type { Target } from '../../src/model/target.ts';
import { Frontier } from '../../src/pipeline/frontier.ts';
import { httpConfig } from '../web/loopback.ts';
import { ManualClock } from '../web/manual-clock.ts';

function target(url: string, source = 'a'): Target {
  return { url, source, found: { by: 'urls' }, depth: 0 };
}

/** A frontier for hosts that are asked without delay, by a clock that stands still. */
function frontierOf({ perHost = 10, backlog = 10, lanes = 100, keptLanes = 0 } = {}): Frontier {
  const config = httpConfig({ perHost: { connections: perHost } });
  const hosts = new Hosts(config, { clock: new ManualClock() });
  return new Frontier({ hosts, lanes, keptLanes, backlog });
}

/** Whether a promise is still waiting once everything that can happen has happened. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const soon = new Promise((resolve) => {
    setImmediate(() => resolve(pending));
  });
  return (await Promise.race([promise, soon])) === pending;
}

describe('Frontier', () => {
  it('lets hosts take turns, so that a long list of one does not delay another', async () => {
    const frontier = frontierOf();
    for (const url of ['http://a/1', 'http://a/2', 'http://a/3', 'http://b/1']) {
      await frontier.offer(target(url));
    }
    const order = [await frontier.take(), await frontier.take(), await frontier.take()];
    expect(order.map((taken) => taken?.url)).toEqual(['http://a/1', 'http://b/1', 'http://a/2']);
  });

  it('lets the sources of one host take turns', async () => {
    const frontier = frontierOf();
    for (const name of ['a1', 'a2', 'a3', 'b1']) {
      await frontier.offer(target(`http://h/${name}`, name.charAt(0)));
    }
    const order = [await frontier.take(), await frontier.take(), await frontier.take()];
    expect(order.map((taken) => taken?.url)).toEqual(['http://h/a1', 'http://h/b1', 'http://h/a2']);
  });

  it('keeps lanes for sources that have few, however many hosts another one has', async () => {
    const frontier = frontierOf({ lanes: 8, keptLanes: 2 });
    const offer = async (source: string): Promise<void> => {
      for (let host = 0; host < 9; host += 1) {
        await frontier.offer(target(`http://${source}${host}/`, source));
      }
    };
    await offer('a');
    const taken: (Target | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) taken.push(await frontier.take());
    const waiting = frontier.take();
    expect(await isPending(waiting)).toBe(true);
    await offer('b');
    expect(await waiting).toMatchObject({ source: 'b' });
    await offer('c');
    expect(await frontier.take()).toMatchObject({ source: 'c' });
    // What is given back is for those that have least, until more than the kept lanes are free.
    for (const each of taken.slice(0, 2)) if (each !== undefined) frontier.done(each);
    expect(await frontier.take()).toMatchObject({ source: 'b' });
  });

  it('hands out as many targets of a host as may be in progress', async () => {
    const frontier = frontierOf({ perHost: 1 });
    const one = target('http://a/1');
    await frontier.offer(one);
    await frontier.offer(target('http://a/2'));
    await frontier.take();
    const second = frontier.take();
    expect(await isPending(second)).toBe(true);
    frontier.done(one);
    expect(await second).toMatchObject({ url: 'http://a/2' });
  });

  it('makes the discovery of a source wait while its backlog is full, and no other', async () => {
    const frontier = frontierOf({ backlog: 1 });
    await frontier.offer(target('http://a/1', 'a'));
    const offered = frontier.offer(target('http://a/2', 'a'));
    expect(await isPending(offered)).toBe(true);
    expect(await frontier.offer(target('http://b/1', 'b'))).toBe(true);
    await frontier.take();
    expect(await offered).toBe(true);
  });

  it('makes a listing wait while much delivered content waits, and no other listing', async () => {
    const frontier = frontierOf({ backlog: 1000 });
    const content = { contentType: 'text/plain', body: new Uint8Array(33_554_432) };
    const record = (name: string) => ({ ...target(`http://a/${name}`), content });
    for (const name of ['1', '2']) await frontier.offer(record(name));
    const offered = frontier.offer(record('3'));
    expect(await isPending(offered)).toBe(true);
    expect(await frontier.offer(target('http://b/1', 'b'))).toBe(true);
    expect((await frontier.take())?.content).toBe(content);
    expect(await offered).toBe(true);
  });

  it('lets many sources together have a bounded number waiting, and each a few', async () => {
    const frontier = frontierOf({ perHost: 1, backlog: 30 });
    let waiting = 0;
    for (let source = 0; source < 400; source += 1) {
      for (let page = 0; page < 30; page += 1) {
        const offered = frontier.offer(target(`http://h${source}/${page}`, `s${source}`));
        if (await isPending(offered)) break;
        waiting += 1;
      }
    }
    // As many as 200 sources have in all, and twenty of each further one.
    expect(waiting).toBe(200 * 30 + 200 * 20);
  });

  it('wakes only the discovery of the source of which a target is handed out', async () => {
    const frontier = frontierOf({ backlog: 1 });
    for (const name of ['a', 'b']) await frontier.offer(target(`http://${name}/1`, name));
    const [ofA, ofB] = ['a', 'b'].map(async (name) =>
      frontier.offer(target(`http://${name}/2`, name)),
    );
    await frontier.take();
    expect(await ofA).toBe(true);
    expect(ofB !== undefined && (await isPending(ofB))).toBe(true);
  });

  it('adds links at once, even when the backlog of their source is full', async () => {
    const frontier = frontierOf({ backlog: 1 });
    await frontier.offer(target('http://a/1'));
    expect(frontier.add(target('http://a/2'))).toBe(true);
  });

  it('is not at its end while a target in progress may still give links', async () => {
    const frontier = frontierOf();
    const page = target('http://a/1');
    await frontier.offer(page);
    frontier.close();
    await frontier.take();
    const next = frontier.take();
    expect(await isPending(next)).toBe(true);
    frontier.add(target('http://b/linked'));
    frontier.done(page);
    expect(await next).toMatchObject({ url: 'http://b/linked' });
  });

  it('resolves all waiting calls when it is stopped', async () => {
    const frontier = frontierOf({ perHost: 1, backlog: 1 });
    await frontier.offer(target('http://a/1'));
    await frontier.take();
    await frontier.offer(target('http://a/2'));
    const offered = frontier.offer(target('http://a/3'));
    const taken = frontier.take();
    frontier.stop();
    expect(await offered).toBe(false);
    expect(await taken).toBeUndefined();
    expect(frontier.add(target('http://a/4'))).toBe(false);
  });
});
