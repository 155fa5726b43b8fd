import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { commit, contents, urlUpdate, newPath, openCatalogue, url } from '../catalogue/updates.ts';

const dist = new URL('../../dist/catalogue/catalogue.js', import.meta.url);

/** Runs a script in a process of its own. It has `Catalogue`, `path` and `say`, which sends a line to here. */
function start(
  script: string,
  path: string,
): { child: ChildProcess; lines: AsyncIterator<string> } {
  const prelude = `
    import { Catalogue } from ${JSON.stringify(dist.href)};
    const path = ${JSON.stringify(path)};
    const say = (line) => process.stdout.write(line + '\\n');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

const versions = 150;
const graphs = 20;
/** All graphs in one version, which is one commit. */
const batch = (version: number): UrlUpdate[] =>
  Array.from({ length: graphs }, (_, index) => urlUpdate(index, { name: `v${version}` }));

/** Reads states of the catalogue until it sees the last version. Says how many it saw, and each that was torn. */
const reader = `
  const catalogue = new Catalogue({ path, access: 'read' });
  const seen = new Set();
  say('ready');
  while (!seen.has('v${versions}')) {
    const { text, graphs } = catalogue.read((snapshot) => ({
      text: Array.from(snapshot.graphs(), ({ nquads }) => nquads).join(''),
      graphs: snapshot.totals().graphs,
    }));
    const found = text.match(/(?<=name> ")v\\d+(?=")/g) ?? [];
    if (new Set(found).size !== 1 || found.length !== ${graphs} || graphs !== ${graphs}) say('torn');
    for (const version of found) seen.add(version);
    await new Promise(setImmediate);
  }
  say(String(seen.size));
  await catalogue.close();
`;

describe('processes at one catalogue', () => {
  it('see whole commits while another one writes', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, ...batch(0));
    const readers = [start(reader, path), start(reader, path)];
    for (const { lines } of readers) expect((await lines.next()).value).toBe('ready');
    for (let version = 1; version <= versions; version += 1) {
      commit(catalogue, ...batch(version));
      await new Promise(setImmediate);
    }
    for (const { lines } of readers) {
      const states = Number((await lines.next()).value);
      expect(states).toBeGreaterThan(1);
    }
  });

  it('never write at the same time, and take over from a killed one', async () => {
    const path = newPath();
    const script = `new Catalogue({ path, access: 'write' }); say('open'); setInterval(() => {}, 1000);`;
    const { child, lines } = start(script, path);
    expect((await lines.next()).value).toBe('open');
    expect(() => openCatalogue(path)).toThrow(`process ${child.pid} on `);
    child.kill('SIGKILL');
    await ended(child);
    const [receipt] = commit(openCatalogue(path), urlUpdate(1));
    expect(receipt?.graphs).toMatchObject([{ state: 'added' }]);
  });

  it('keep everything that they confirmed when they are killed', async () => {
    const path = newPath();
    const script = `
      const catalogue = new Catalogue({ path, access: 'write' });
      const shape = ${JSON.stringify({ ...urlUpdate('N'), end: { outcome: urlUpdate('N').end?.outcome } })};
      for (let n = 0; ; n += 1) {
        const texts = JSON.stringify(shape).replaceAll('record/N', 'record/' + n).replaceAll('Record N', 'Record ' + n);
        catalogue.commit([{ kind: 'update', update: JSON.parse(texts) }]);
        say(String(n));
      }
    `;
    for (let round = 0; round < 3; round += 1) {
      const { child, lines } = start(script, path);
      let last = -1;
      while (last < 20 * (round + 1)) last = Number((await lines.next()).value);
      child.kill('SIGKILL');
      await ended(child);
      const { graphs: kept, text } = contents(path);
      const expected = Array.from({ length: last + 1 }, (_, index) => url(index));
      expect(kept).toEqual(expect.arrayContaining(expected));
      expect(text.split('\n')).toHaveLength(3 * kept.length + 1);
    }
    await new Catalogue({ path, access: 'write' }).close();
  });
});
