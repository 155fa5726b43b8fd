import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import { HttpClient } from '../../src/web/http-client.ts';
import { Hosts } from '../../src/web/hosts.ts';
import type { Receipt, UrlUpdate } from '../../src/model/url-update.ts';
import { httpConfig, limits, type Handler } from '../web/loopback.ts';
import { receiptOf, run, source, stage } from './harvesting.ts';

/** Starts a server at an address of this machine until the test ends, and gives its origin. */
async function serveAt(address: string, handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // The server listens on a port.
  return `http://${address}:${port}`;
}

/** What asks hosts, and the hosts. */
function asking() {
  const config = httpConfig({ retries: 1, perHost: { maxFailures: 2, delayMs: 5 } });
  const hosts = new Hosts(config, { backOffMs: 20 });
  const http = new HttpClient(config, '1.2.3', { hosts });
  onTestFinished(() => http.close());
  return { hosts, fetch: createFetchStage({ http, limits }) };
}

const pagesOf = (origin: string, name: string): string[] =>
  Array.from({ length: 10 }, (_, index) => `${origin}/${name}/${index}`);

describe('many hosts', () => {
  it('are not delayed by a dead, a dripping and a resting one', async () => {
    const { hosts, fetch } = asking();
    const bad: Record<string, Handler> = {
      '127.0.0.2': (_request, response) =>
        void response.writeHead(429, { 'retry-after': '60' }).end(),
      '127.0.0.3': (_request, response) => void response.writeHead(200).write('a'),
      '127.0.0.4': (request) => void request.socket.destroy(),
    };
    const urls: string[] = [];
    for (const [address, handler] of Object.entries(bad)) {
      urls.push(...pagesOf(await serveAt(address, handler), 'bad'));
    }
    const stop = new AbortController();
    let loaded = 0;
    const load = stage<UrlUpdate, Receipt>('load', function* count(update) {
      loaded += update.graphs.length;
      yield { kind: 'produced', value: receiptOf(update) };
    });
    for (let index = 0; index < 20; index += 1) {
      const origin = await serveAt(`127.0.0.${10 + index}`, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('page');
      });
      urls.push(...pagesOf(origin, 'record'));
    }
    const stages = { fetch, load };
    const harvested = run([source('a', urls)], { hosts, stages, signal: stop.signal });
    await expect.poll(() => loaded, { timeout: 8000 }).toBe(200);
    // One would take two minutes, another one asked for a minute: the run waits for neither.
    await expect
      .poll(() => hosts.facts().filter(({ state }) => state === 'answering').length)
      .toBe(21);
    stop.abort();
    const { reports } = await harvested;
    expect(reports[0]?.urls).toMatchObject({ loaded: 200 });
  });

  it('end the URLs of one that is dead, without a request', async () => {
    const { hosts, fetch } = asking();
    let asked = 0;
    const dead = await serveAt('127.0.0.2', (request) => {
      asked += 1;
      request.socket.destroy();
    });
    const { reports, remembered } = await run([source('a', pagesOf(dead, 'x'))], {
      hosts,
      stages: { fetch },
    });
    // Two tries at the first URL, one at the second, and the last try at the third.
    expect(asked).toBe(4);
    expect(reports[0]?.urls).toMatchObject({ 'fetch-failed': 3, 'not-tried': 7 });
    const problems = remembered.flatMap((outcome) => outcome.problems);
    const given = problems.filter(({ kind }) => kind === 'host-given-up');
    expect(given).toHaveLength(7);
    expect(new Set(given.map((problem) => 'host' in problem && problem.host)).size).toBe(1);
  });
});
