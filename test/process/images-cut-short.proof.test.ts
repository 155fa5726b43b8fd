import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { largeLook, look, newPath } from '../store/updates.ts';
import { proofSize, provesInFull } from '../support/proof.ts';
import { any, count, makeCatalogue, openClient, write } from './asked-catalogue.ts';

const execFilePromise = promisify(execFile);
const clientModule = import.meta.resolve('../../dist/store/engine-client.js');
/** So much that writing an image of it takes a while. */
async function makeLargeCatalogue(): Promise<string> {
  const path = newPath();
  await write(path, ...Array.from({ length: 4 }, (_, index) => largeLook(index, 1500, 500)));
  return path;
}

const partsIn = (path: string): string[] =>
  readdirSync(path).filter((name) => name.endsWith('.part'));

/** Writes all images, and says which. */
async function keepIn(path: string): Promise<string[]> {
  const { client } = openClient(path);
  const written = await client.keepImages({ ...any, fill: true });
  await client.close();
  return written.map(({ image }) => image);
}

/**
 * Resolves as soon as an image is being written.
 * @param over when that is no longer of interest
 */
async function aPartIn(path: string, over: AbortSignal): Promise<void> {
  const watcher = watch(path, { signal: over });
  await new Promise<void>((resolve, reject) => {
    watcher.on('error', reject).on('change', (_kind, name) => {
      if (String(name).endsWith('.part')) resolve();
    });
  });
  watcher.close();
}

/** A file beside a catalogue. */
function scriptOf(path: string, text: string): string {
  const script = `${path}.mjs`;
  writeFileSync(script, text);
  return script;
}

describe('images of the engine whose writing is cut short, or done by several at once', () => {
  it.runIf(provesInFull)(
    'leave nothing behind where they are no longer wanted, and no query another answer',
    async () => {
      const path = await makeLargeCatalogue();
      const { client, warnings } = openClient(path);
      await client.query(count);
      const ends: unknown[] = [];
      for (const delayMs of [0, 60]) ends.push(await abandon(async () => sleep(delayMs)));
      // While it is written, too; how soon that is known cannot be told.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        ends.push(await abandon(async (over) => aPartIn(path, over)));
      }
      expect(ends.map(String)).toContain('Error: never mind');
      expect(partsIn(path)).toEqual([]);
      expect(warnings).toEqual([]);

      async function abandon(begun: (over: AbortSignal) => Promise<unknown>): Promise<unknown> {
        const over = new AbortController();
        const isBegun = begun(over.signal);
        const unwanted = new AbortController();
        const keeping = client.keepImages({ ...any, fill: true, signal: unwanted.signal });
        const ended = keeping.catch((error: unknown) => error);
        await Promise.race([isBegun, ended]);
        over.abort();
        unwanted.abort(new Error('never mind'));
        expect(await client.query(count)).toBe('n\r\n6000\r\n');
        return ended;
      }
    },
  );

  it('are whole or not there when a process is killed while it writes them', async () => {
    const path = await makeLargeCatalogue();
    const text = `
      import { EngineClient } from ${JSON.stringify(clientModule)};
      const client = new EngineClient({ path: ${JSON.stringify(path)} });
      await client.keepImages({ leastStatements: 0, fill: true });
      await client.close();`;
    const script = scriptOf(path, text);
    const attempts = proofSize(1, 20);
    let statements = 6000;
    let left = 0;
    let whole: string[] = [];
    for (let attempt = 0; attempt < attempts || (left === 0 && attempt < 20); attempt += 1) {
      // In half of them, one of before is in its place.
      if (attempt === Math.floor(attempts / 2)) whole = await keepIn(path);
      await write(path, look(10 + attempt));
      statements += 3;
      const over = new AbortController();
      const begun = aPartIn(path, over.signal);
      const child = spawn(process.execPath, [script]);
      const exited = once(child, 'exit');
      await Promise.race([begun, exited]);
      child.kill('SIGKILL');
      await exited;
      over.abort();
      left += Number(partsIn(path).length > 0);
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe(`n\r\n${statements}\r\n`);
      expect(warnings).toEqual([]);
      await client.close();
    }
    // It was not always too late.
    expect(left).toBeGreaterThan(0);
    expect(whole).toContain('records');
    await keepIn(path);
    expect(partsIn(path)).toEqual([]);
  });

  it.runIf(provesInFull)(
    'are those of the last of several processes that write them at once',
    async () => {
      const path = await makeCatalogue(40);
      const text = `
      import { EngineClient } from ${JSON.stringify(clientModule)};
      const warnings = [];
      const onWarning = (message) => warnings.push(message);
      const client = new EngineClient({ path: ${JSON.stringify(path)}, onWarning });
      await client.query(${JSON.stringify(count)});
      const written = await client.keepImages({ leastStatements: 1 });
      await client.close();
      console.log(written.length, warnings.length);`;
      const script = scriptOf(path, text);
      const ends = await Promise.all(
        Array.from({ length: 4 }, () => execFilePromise(process.execPath, [script])),
      );
      // Who comes late finds one.
      const said = ends.map(({ stdout }) => stdout);
      expect(said).toContain('1 0\n');
      expect(said.filter((line) => !/^[01] 0\n$/u.test(line))).toEqual([]);
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe('n\r\n120\r\n');
      expect(await client.keepImages(any)).toEqual([]);
      expect(warnings).toEqual([]);
      expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb', 'records.image']);
    },
  );
});
