import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { exportFormats } from '../../src/export/serialisations.ts';
import { exportStatements, exportToFile } from '../../src/export/export-statements.ts';
import type { GraphPiece } from '../../src/catalogue/snapshot.ts';
import { exported, nquadsOf, sourceOf } from './pieces.ts';

const graphs = {
  'http://example.org/1': ['<urn:a> <urn:p> _:g1n1', '_:g1n1 <urn:p> "é"'],
  'http://example.org/2': ['<urn:a> <urn:p> _:g2n1', '_:g2n1 <urn:p> "é"'],
};

/** A source of pieces without end, each about as large as a chunk. */
class Endless {
  /** How many pieces were asked for. */
  taken = 0;

  async *statements(): AsyncGenerator<GraphPiece> {
    const line = `<urn:a> <urn:p> "${'x'.repeat(70_000)}" <urn:g> .\n`;
    for (;;) {
      this.taken += 1;
      yield { graph: 'urn:g', nquads: line };
    }
  }
}

describe('exportStatements', () => {
  it('writes N-Quads as stored', async () => {
    expect(await exported(sourceOf(graphs))).toBe(nquadsOf(graphs));
  });

  it('passes the selection to the store', async () => {
    const source = sourceOf(graphs);
    const selection = { sources: ['one', 'two'], without: ['problems'] } as const;
    await exported(source, { selection, format: 'ttl', skolemize: true });
    expect(source.asked).toEqual([selection]);
  });

  it.each(exportFormats)(
    'applies back-pressure and leaves the stream open (%s)',
    async (format) => {
      const source = new Endless();
      const abort = new AbortController();
      const enough = new Error('enough');
      let written = 0;
      let ahead = 0;
      const slow = new Writable({
        write(_chunk, _encoding, done) {
          written += 1;
          ahead = Math.max(ahead, source.taken - written);
          if (written === 50) abort.abort(enough);
          setImmediate(done);
        },
      });
      const { signal } = abort;
      await expect(exportStatements(source, slow, { format, signal })).rejects.toBe(enough);
      expect(written).toBeGreaterThanOrEqual(50);
      expect(ahead).toBeLessThan(6);
    },
  );

  it('does not end the stream', async () => {
    const out = new PassThrough().resume();
    await exportStatements(sourceOf(graphs), out, { format: 'trig' });
    expect(out.writableEnded).toBe(false);
  });

  it('passes on errors of the stream, and stops reading', async () => {
    const source = new Endless();
    const broken = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error('no more'));
      },
    });
    await expect(exportStatements(source, broken, { format: 'jsonld' })).rejects.toThrow('no more');
    expect(source.taken).toBeLessThan(6);
  });

  it('stops with the abort reason', async () => {
    const stopped = new Error('stopped');
    const abort = new AbortController();
    abort.abort(stopped);
    const { signal } = abort;
    const asked = exportStatements(sourceOf(graphs), new PassThrough(), { signal });
    await expect(asked).rejects.toBe(stopped);
  });
});

describe('exportToFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-export-'));
  const path = join(folder, 'inner', 'all');

  afterEach(() => {
    rmSync(dirname(path), { recursive: true });
  });

  it.each(exportFormats)('writes the same bytes each time, also gzipped (%s)', async (format) => {
    mkdirSync(dirname(path));
    const text = await exported(sourceOf(graphs), { format });
    await exportToFile(sourceOf(graphs), path, { format });
    expect(readFileSync(path, 'utf8')).toBe(text);
    await exportToFile(sourceOf(graphs), `${path}.1`, { format, gzip: true });
    await exportToFile(sourceOf(graphs), `${path}.2`, { format, gzip: true });
    const zipped = readFileSync(`${path}.1`);
    expect(gunzipSync(zipped).toString('utf8')).toBe(text);
    expect(readFileSync(`${path}.2`)).toEqual(zipped);
    // RFC 1952 §2.3: the modification time is the four bytes from the fifth.
    expect(zipped.readUInt32LE(4)).toBe(0);
  });

  it('leaves only the existing file if it fails', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, 'as before');
    const source = {
      async *statements(): AsyncGenerator<GraphPiece> {
        yield { graph: 'a:g', nquads: '<a:a> <a:b> <a:c> <a:g> .\n' };
        throw new TypeError('mistake');
      },
    };
    await expect(exportToFile(source, path)).rejects.toThrow('mistake');
    expect(readFileSync(path, 'utf8')).toBe('as before');
    expect(readdirSync(dirname(path))).toEqual(['all']);
  });

  it('refuses to write through a symbolic link', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, 'as before');
    symlinkSync(path, `${path}.link`);
    const asked = exportToFile(sourceOf(graphs), `${path}.link`);
    await expect(asked).rejects.toThrow('a symbolic link lies there');
    expect(readFileSync(path, 'utf8')).toBe('as before');
  });

  it('names the file that cannot be written', async () => {
    mkdirSync(path, { recursive: true });
    const missing = join(dirname(path), 'no/such/folder.nq');
    const asked = exportToFile(sourceOf(graphs), missing);
    await expect(asked).rejects.toMatchObject({ name: 'ExportFault', path: missing });
    const onFolder = exportToFile(sourceOf(graphs), path);
    await expect(onFolder).rejects.toMatchObject({ name: 'ExportFault' });
    expect(existsSync(path)).toBe(true);
  });
});
