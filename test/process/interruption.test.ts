import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';

let server: Server;
let origin: string;
let workspace: Workspace;

/** Called when the server has answered so many records. */
const answered = { count: 0, enough: 20, tell: (): void => undefined };

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/sitemap.xml') {
        const entries = Array.from(
          { length: 2000 },
          (_, index) => `<url><loc>${origin}/${index}</loc></url>`,
        );
        response.end(`<urlset>${entries.join('')}</urlset>`);
        return;
      }
      await sleep(5);
      const record = {
        '@context': 'https://schema.org',
        '@type': 'Dataset',
        name: `Record ${request.url}`,
        keywords: ['one', 'two', 'three'],
      };
      response.setHeader('content-type', 'application/ld+json').end(JSON.stringify(record));
      answered.count += 1;
      if (answered.count === answered.enough) answered.tell();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await workspace.write('config.yaml', localConfig(`sitemap: "${origin}/sitemap.xml"`, 1));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await workspace.remove();
});

const countRecords =
  'SELECT (COUNT(DISTINCT ?g) AS ?graphs) (COUNT(*) AS ?quads) { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "http")) }';

/** How many whole records the catalogue has. Each has five statements, so a torn one would show. */
async function wholeRecords(): Promise<number> {
  const { stdout, stderr, code } = await workspace.run(['query', '-', '--format', 'csv'], {
    stdin: countRecords,
  });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const [graphs = 0, quads = 0] = (stdout.trim().split('\n')[1] ?? '').split(',').map(Number);
  expect(quads).toBe(graphs * 5);
  return graphs;
}

describe('an ingest that is ended by a signal', () => {
  it('ends at Ctrl-C with a report and a usable catalogue', async () => {
    const { stdout, code } = await workspace.runProcess(['ingest', 'config.yaml'], {
      onStart: (kill) => {
        answered.tell = () => kill('SIGINT');
      },
    });
    expect(stdout).toMatch(/^Harvest \S+ was interrupted/u);
    expect(stdout).toMatch(/tried +\d+ +\d+ not tried/u);
    expect(code).toBe(130);
    const harvested = Number(/harvested +(\d+)/u.exec(stdout)?.[1]);
    expect(harvested).toBeGreaterThan(0);
    expect(await wholeRecords()).toBe(harvested);
  });

  it('stores in the catalogue that it was interrupted', async () => {
    const { stdout } = await workspace.run(['status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [{ report: { interrupted: true } }],
    });
  });

  it('leaves a catalogue that can be opened and continued after kill -9', async () => {
    const before = await wholeRecords();
    const killed = await workspace.runProcess(['ingest', 'config.yaml'], {
      onStart: (kill) => {
        answered.enough = answered.count + before + 100;
        answered.tell = () => kill('SIGKILL');
      },
    });
    expect(killed.code).toBeNull();
    const after = await wholeRecords();
    expect(after).toBeGreaterThanOrEqual(before);
    const again = await workspace.run(['ingest', 'config.yaml', '--limit', '100']);
    expect(again.code).toBe(0);
    expect(await wholeRecords()).toBeGreaterThanOrEqual(100);
  });
});
