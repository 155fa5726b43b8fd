import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodRecord } from '../conformance/checking.ts';
import type { CommandResult } from '../support/run-command.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const good = goodRecord('cdif');
const bad = { ...good, 'schema:dateModified': '15 March 2024' };

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('good.jsonld', JSON.stringify(good));
  await workspace.write('bad.jsonld', JSON.stringify(bad));
  await mkdir(join(workspace.folder, 'real'));
  await workspace.write('real/good.jsonld', JSON.stringify(good));
  await symlink('good.jsonld', join(workspace.folder, 'link.jsonld'));
  await symlink('real', join(workspace.folder, 'linked'));
});

afterAll(async () => {
  await workspace.remove();
});

async function validate(args: readonly string[], stdin = ''): Promise<CommandResult> {
  return workspace.run(['validate', ...args], { stdin });
}

describe('validate reads a file', () => {
  it.each(['link.jsonld', 'linked/good.jsonld'])('through a symbolic link: %s', async (name) => {
    const { stdout, code } = await validate([name]);
    expect(stdout).toContain(`  ${name}\n`);
    expect(code).toBe(0);
  });

  it('through a pipe that the shell opened', async () => {
    const command = `"${process.execPath}" "${cli}" validate <(cat good.jsonld)`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command], {
      cwd: workspace.folder,
    });
    expect(stdout).toContain('Passes');
  });

  it('from /dev/stdin as from -', async () => {
    const { stdout, code } = await validate(['/dev/stdin'], JSON.stringify(good));
    expect(stdout).toContain('(standard input)');
    expect(code).toBe(0);
  });

  it('never from a device or a pipe with a name, which may have no end or no writer', async () => {
    await promisify(execFile)('mkfifo', [join(workspace.folder, 'pipe')]);
    const { stdout, code } = await validate(['/dev/zero', 'pipe', 'good.jsonld']);
    expect(stdout).toContain('(EFTYPE): /dev/zero\n');
    expect(stdout).toContain('(EFTYPE): pipe\n');
    expect(stdout).toContain('1 record in 1 document');
    expect(code).toBe(2);
  });
});

describe('a report of validate', () => {
  it('is complete though standard input is too long', async () => {
    const config = `${localConfig('urls: [http://127.0.0.1/]')}limits: { listBytes: 1024 }\n`;
    await workspace.write('short.yaml', config);
    const args = ['-', '--config', 'short.yaml', '--format', 'json'];
    const { stdout, code } = await validate(args, 'x'.repeat(2000));
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [{ kind: 'body-too-large', url: '(standard input)' }],
    });
    expect(code).toBe(1);
  });

  it.each([
    [['good.jsonld', 'real', 'good.jsonld'], 'real is a folder: name the files in it.', 3],
    [['good.jsonld', '--base', 'soil'], '--base soil is not a URL.', 3],
    [['--all'], 'No catalogue is named', 3],
  ])('does not begin where an input is refused: %j', async (args, message, expected) => {
    for (const format of ['json', 'junit', 'sarif', 'html']) {
      const { stdout, stderr, code } = await validate([...args, '--format', format]);
      expect(stdout).toBe('');
      expect(stderr).toContain(message);
      expect(code).toBe(expected);
    }
  });
});

describe('validate --fix', () => {
  it.each([
    ['real', 'a folder lies there; name a file in it'],
    ['none/mended.jsonld', '/none does not exist; create it first'],
    ['link.jsonld', 'a symbolic link lies there, and none is followed'],
    ['/dev/full', 'the disk is full'],
  ])('says why it cannot write to %s', async (target, reason) => {
    const { stderr, code } = await validate(['bad.jsonld', '--fix', target]);
    const message = `cdif-graph: cannot write the mended document to ${target}: `;
    expect(stderr).toContain(message);
    expect(stderr.slice(stderr.indexOf(message))).toContain(reason);
    expect(stderr).not.toMatch(/report it|mended cdif/u);
    expect(code).toBe(1);
    expect(await readFile(join(workspace.folder, 'good.jsonld'), 'utf8')).toBe(
      JSON.stringify(good),
    );
  });
});

describe('validate with a URL that takes longer than --timeout', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    const page = '/hang /good.jsonld'
      .split(' ')
      .map((path) => `<link rel="describedby" type="application/ld+json" href="${path}">`)
      .join('');
    server = createServer(({ url }, response) => {
      if (url === '/hang') return;
      const isPage = url === '/page';
      const isKnown = isPage || url === '/good.jsonld';
      response.writeHead(isKnown ? 200 : 404, {
        'Content-Type': isPage ? 'text/html' : 'application/ld+json',
      });
      response.end(isPage ? page : JSON.stringify(good));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    // A server that listens on a port has such an address.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['beside a good file', '/hang', ['good.jsonld'], 2],
    ['alone', '/hang', [], 1],
    ['in a link that it follows', '/page', [], 2],
  ])('names it and fails: %s', async (_name, path, others, expected) => {
    const url = origin + path;
    const args = [url, ...others, '--allow-private-addresses', '--timeout', '2'];
    const { stdout, code } = await validate(args);
    expect(stdout).toContain(
      `Timed out (no end of the visit with its links within 2000 ms): ${url}\n`,
    );
    expect(stdout).toContain('`--timeout`');
    expect(code).toBe(expected);
  });
});
