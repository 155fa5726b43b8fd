import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { RunReport } from '../../src/model/run.ts';
import { createWorkspace } from '../cli/workspace.ts';

const notYet = (_signal: NodeJS.Signals): void => undefined;
const nothing = (): void => undefined;

const pages = 12;
/** Longer than any time-out of the configuration, and than the delays of a busy machine. */
const stoppedMs = 7000;

function answer(response: ServerResponse): void {
  const record = { '@context': 'https://schema.org', '@type': 'Dataset', name: 'Levels' };
  response.setHeader('content-type', 'application/ld+json').end(JSON.stringify(record));
}

/** A server that answers robots.txt and the sitemap, and keeps two requests for pages waiting. */
async function waitingSite() {
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  let reach = nothing;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/sitemap.txt') {
      response.end(Array.from({ length: pages }, (_, page) => `${origin}/${page}`).join('\n'));
    } else if (isOpen) answer(response);
    else if (waiting.push(response) === 2) reach();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    reached,
    /** Answers one of the waiting requests, and aborts the other one. */
    open: () => {
      isOpen = true;
      const [first, second] = waiting;
      if (first !== undefined) answer(first);
      second?.destroy();
    },
  };
}

it.skipIf(process.platform === 'win32')(
  'a harvest suspended for longer than every time-out continues normally',
  async () => {
    const workspace = await createWorkspace();
    onTestFinished(async () => workspace.remove());
    const { origin, reached, open } = await waitingSite();
    const timeouts = { connectMs: 3000, headersMs: 5000, bodyMs: 5000, totalMs: 6000 };
    const http = { allowPrivateAddresses: true, retries: 0, timeouts };
    const config = {
      store: { path: './catalogue' },
      workers: 1,
      http: { ...http, perHost: { connections: 2, delayMs: 0, maxFailures: 1 } },
      limits: { recordMs: 5000, listingMs: 5000 },
      sources: [{ name: 'local', sitemap: `${origin}/sitemap.txt` }],
    };
    await workspace.write('config.yaml', JSON.stringify(config));
    let kill = notYet;
    const ended = workspace.runProcess(['ingest', 'config.yaml', '--json'], {
      onStart: (given) => {
        kill = given;
      },
    });
    await reached;
    kill('SIGSTOP');
    await sleep(stoppedMs);
    open();
    kill('SIGCONT');
    const { stdout, code } = await ended;
    const { sources, hosts } = JSON.parse(stdout) as RunReport; // The output of the command; the assertions read it.
    expect(sources).toMatchObject([{ urls: { loaded: pages }, problems: {} }]);
    expect(hosts).toMatchObject({ slowest: [{ failures: 0, state: 'answering' }] });
    expect(code).toBe(0);
  },
);
