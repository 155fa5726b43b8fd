import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { copyDemo, type DemoWorkspace } from '../cli/demo-workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let demo: DemoWorkspace;

beforeAll(async () => {
  demo = await copyDemo();
});

afterAll(async () => demo.workspace.remove());

/** Starts the command, and waits until it prints the URL of its pages. */
async function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...args], {
    cwd: demo.workspace.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const log = text(child.stdout);
  const [said = ''] = (await once(createInterface(child.stderr), 'line')) as [string?];
  const [url = ''] = /http:\S+/u.exec(said) ?? [];
  return { child, ended, log, said, url };
}

describe('serve', () => {
  it('shows the catalogue of a configuration until it is asked to end', async () => {
    const { child, ended, log, said, url } = await start(
      '--config',
      'config.yaml',
      '--title',
      'Sea',
    );
    expect(said).toMatch(
      /^cdif-graph: http:\/\/127\.0\.0\.1:\d+\/ shows the catalogue .+catalogue/u,
    );
    const page = await fetch(`${url}?q=secret`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Sea');
    expect(await (await fetch(`${url}health`)).json()).toMatchObject({ status: 'ok' });
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(143);
    const lines = (await log).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { method: 'GET', path: '/', status: 200 },
      { method: 'GET', path: '/health', status: 200 },
    ]);
    expect(await log).not.toContain('secret');
  });

  it('leaves a whole catalogue where it is killed', async () => {
    const { child, ended, url } = await start('--quiet');
    await (await fetch(url)).text();
    child.kill('SIGKILL');
    await ended;
    const { code, stdout } = await demo.workspace.run(['verify']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  it('answers SPARQL queries within the time limits of its options', async () => {
    const limits = ['--query-timeout', '1', '--max-query-timeout', '2', '--engines', '2'];
    const { child, ended, url } = await start('--quiet', ...limits);
    const ask = async (query: string, more = ''): Promise<Response> =>
      fetch(`${url}sparql?query=${encodeURIComponent(query)}${more}`);
    expect(await (await ask('ASK { ?s a schema:Dataset }')).json()).toMatchObject({
      boolean: true,
    });
    const pattern = Array.from('abcdef', (name) => `?s${name} ?p${name} ?o${name} .`).join(' ');
    const [slow, quick] = await Promise.all([
      ask(`SELECT (COUNT(*) AS ?n) { ${pattern} }`),
      ask('ASK { ?s a schema:Dataset }'),
    ]);
    expect(await slow.text()).toContain('stopped after 1 s');
    expect(quick.status).toBe(200);
    expect((await ask('ASK {}', '&timeout=3')).status).toBe(400);
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(143);
  });

  it('says what is wrong with an address', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const inUse = await demo.workspace.run(['serve', '--port', String(port)]);
    expect(inUse).toMatchObject({
      code: 3,
      stderr: `cdif-graph: port ${port} of 127.0.0.1 is in use by another program; give another one with --port\n`,
    });
    const noBase = await demo.workspace.run(['serve', '--base', 'catalogue.example.org']);
    expect(noBase.code).toBe(3);
    expect(noBase.stderr).toContain(
      '--base must be an address such as https://catalogue.example.org/',
    );
    const noTitle = await demo.workspace.run(['serve', '--title', ' ']);
    expect(noTitle).toMatchObject({ code: 3, stderr: 'cdif-graph: --title is empty\n' });
    const noTime = await demo.workspace.run(['serve', '--query-timeout', '90']);
    expect(noTime).toMatchObject({
      code: 3,
      stderr: 'cdif-graph: --query-timeout 90 is more than --max-query-timeout 60\n',
    });
    const ownPort = await demo.workspace.run(['serve', '--port', '70000']);
    expect(ownPort.code).toBe(3);
  });
});
