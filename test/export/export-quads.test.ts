import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'n3';
import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { exportQuads, exportToFile } from '../../src/export/export-quads.ts';
import { entry, newPath, openStore } from '../store/entries.ts';
import type { GraphStore } from '../../src/store/store.ts';

async function filled(order: readonly number[]): Promise<GraphStore> {
  const store = openStore(newPath());
  await store.beginRun(new Date('2026-11-20T11:36:25Z'));
  for (const index of order) await store.write([entry(index, { source: `source-${index % 2}` })]);
  return store;
}

async function exported(store: GraphStore): Promise<string> {
  const out = new PassThrough();
  const reading = text(out);
  await exportQuads(store, out);
  out.end();
  return reading;
}

describe('exportQuads', () => {
  it('gives each record graph as it was given, in the order of IRIs, and then ours', async () => {
    const output = await exported(await filled([3, 1, 2]));
    const records = [1, 2, 3].map((index) => entry(index).graph.nquads).join('');
    expect(output.startsWith(records)).toBe(true);
    const rest = output.slice(records.length).trimEnd().split('\n');
    expect(rest.every((line) => line.endsWith('<urn:cdif-graph:provenance> .'))).toBe(true);
    expect(rest.at(-1)).toContain('<urn:cdif-graph:run:20261120T113625Z>');
  });

  it('passes a strict parser and fills an empty store with as many statements', async () => {
    const output = await exported(await filled([1, 2, 3]));
    const lines = output.trimEnd().split('\n');
    expect(new Parser({ format: 'application/n-quads' }).parse(output)).toHaveLength(lines.length);
    const store = new Store();
    store.load(output, { format: 'nq' });
    expect(store.size).toBe(lines.length);
  });

  it('gives the same bytes for the same content, whatever the order it came in', async () => {
    const store = await filled([1, 2, 3]);
    expect(await exported(store)).toBe(await exported(store));
    expect(await exported(await filled([3, 2, 1]))).toBe(await exported(store));
  });

  it('waits where the other side is slow, and leaves it open', async () => {
    let given = 0;
    let taken = 0;
    let most = 0;
    const store = {
      async *statements(): AsyncGenerator<string> {
        for (; given < 50; given += 1) yield `${'x'.repeat(70_000)}\n`;
      },
    };
    const slow = new Writable({
      write(_chunk, _encoding, done) {
        most = Math.max(most, given - taken);
        taken += 1;
        setImmediate(done);
      },
    });
    await exportQuads(store, slow);
    expect(taken).toBe(50);
    expect(most).toBeLessThan(5);
    expect(slow.writableEnded).toBe(false);
  });

  it('passes on what goes wrong on the other side', async () => {
    const broken = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error('no more'));
      },
    });
    await expect(exportQuads(await filled([1]), broken)).rejects.toThrow('no more');
  });

  it('ends when it is told to, with the reason', async () => {
    const stopped = new Error('stopped');
    const { signal } = new AbortController();
    const store = await filled([1]);
    const abort = new AbortController();
    abort.abort(stopped);
    const out = new PassThrough();
    await expect(exportQuads(store, out, { signal: abort.signal })).rejects.toBe(stopped);
    await expect(exportQuads(store, new PassThrough().resume(), { signal })).resolves.toBe(
      undefined,
    );
  });
});

describe('exportToFile', () => {
  it('writes the same, gzipped too, and the same bytes each time', async () => {
    const store = await filled([1, 2]);
    const path = newPath();
    await exportToFile(store, path);
    expect(readFileSync(path, 'utf8')).toBe(await exported(store));
    await exportToFile(store, `${path}.1.gz`, { gzip: true });
    await exportToFile(store, `${path}.2.gz`, { gzip: true });
    const zipped = readFileSync(`${path}.1.gz`);
    expect(gunzipSync(zipped).toString('utf8')).toBe(await exported(store));
    expect(readFileSync(`${path}.2.gz`)).toEqual(zipped);
    // RFC 1952 §2.3: the modification time is the four bytes from the fifth.
    expect(zipped.readUInt32LE(4)).toBe(0);
  });

  it('leaves what was there, and nothing else, when it does not come to its end', async () => {
    const path = newPath();
    writeFileSync(path, 'as before');
    const store = {
      async *statements(): AsyncGenerator<string> {
        yield '<a:a> <a:b> <a:c> .\n';
        throw new TypeError('mistake');
      },
    };
    await expect(exportToFile(store, path)).rejects.toThrow('mistake');
    expect(readFileSync(path, 'utf8')).toBe('as before');
    expect(readdirSync(dirname(path))).toEqual(['catalogue']);
  });

  it('says which file cannot be written', async () => {
    const store = await filled([1]);
    const path = `${newPath()}/no/such/folder.nq`;
    await expect(exportToFile(store, path)).rejects.toMatchObject({ name: 'ExportFault', path });
    const folder = newPath();
    mkdirSync(folder);
    await expect(exportToFile(store, folder)).rejects.toMatchObject({ name: 'ExportFault' });
    expect(existsSync(folder)).toBe(true);
  });
});
