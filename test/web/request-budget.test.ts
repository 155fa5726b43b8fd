import { describe, expect, it } from 'vitest';
import { RunMeter } from '../../src/pipeline/report/run-meter.ts';
import { RequestBudget } from '../../src/web/request-budget.ts';
import { RobotsCache } from '../../src/web/robots/robots-cache.ts';
import { asking, client, paths, problemOf, readWhole, serve } from './loopback.ts';

describe('a budget of requests', () => {
  it('is spent by the first request that is refused', async () => {
    const origin = await serve(paths({ '/x': 'content' }));
    const budget = new RequestBudget(2);
    const http = client({}, { budget });
    await readWhole(http, `${origin}/x`);
    await readWhole(http, `${origin}/x`);
    expect([budget.isSpent, budget.signal.aborted]).toEqual([false, false]);
    const problem = { kind: 'out-of-requests', url: `${origin}/x`, maxRequests: 2 };
    expect(await problemOf(readWhole(http, `${origin}/x`))).toEqual(problem);
    expect([budget.isSpent, budget.signal.aborted]).toEqual([true, true]);
    // A refused request gives its slot back, or else the third one would wait for ever.
    for (let at = 0; at < 20; at += 1) {
      expect(await problemOf(readWhole(http, `${origin}/x`))).toEqual(problem);
    }
  });

  it('stops a redirect at the hop that it has no request for', async () => {
    const origin = await serve(
      paths({ '/x': (_, response) => void response.writeHead(302, { location: '/y' }).end() }),
    );
    const http = client({}, { budget: new RequestBudget(1) });
    expect(await problemOf(http.open(`${origin}/x`, asking()))).toMatchObject({
      kind: 'out-of-requests',
      url: `${origin}/y`,
    });
  });

  it('keeps the last answer of a URL that is not tried again', async () => {
    const origin = await serve((_, response) => void response.writeHead(503).end());
    const budget = new RequestBudget(1);
    const http = client({ retries: 3 }, { budget });
    expect(await problemOf(http.open(`${origin}/x`, asking()))).toMatchObject({ status: 503 });
    expect(budget.isSpent).toBe(true);
  });

  it('counts a request that is sent again since its answer broke off', async () => {
    let arrived = 0;
    const origin = await serve((request, response) => {
      arrived += 1;
      if (request.url === '/lost') request.socket.end('HTTP/1.1 ');
      else response.end('content');
    });
    const watcher = new RunMeter();
    const http = client({ retries: 0 }, { budget: new RequestBudget(3), watcher });
    await readWhole(http, `${origin}/x`);
    expect(await problemOf(http.open(`${origin}/lost`, asking()))).toMatchObject({
      kind: 'connection-failed',
    });
    expect([arrived, watcher.requests.GET]).toEqual([3, 3]);
    expect(await problemOf(http.open(`${origin}/lost`, asking()))).toMatchObject({
      kind: 'out-of-requests',
    });
    expect(arrived).toBe(3);
  });

  it('is told as such where there is no request for robots.txt', async () => {
    const http = client({}, { budget: new RequestBudget(0) });
    const robots = new RobotsCache(http);
    const permitted = robots.permit('https://e.org/x', asking().signal);
    expect(await problemOf(permitted)).toEqual({
      kind: 'out-of-requests',
      url: 'https://e.org/x',
      maxRequests: 0,
    });
  });
});
