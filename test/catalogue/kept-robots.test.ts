import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddedStore } from '../../src/catalogue/embedded-store.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';

const origin = 'https://soil.example';
const at = new Date('2026-01-02T03:04:05Z');
const file = {
  kind: 'file',
  at,
  // Not UTF-8.
  body: Buffer.from([0x41, 0xff, 0x00, 0xe9, 0x0a]),
  finalUrl: `${origin}/robots.txt`,
  validators: { etag: '"1"', lastModified: undefined },
} as const;

function openAt(path: string, access: 'read' | 'write' = 'write'): CatalogueStore {
  const store = openEmbeddedStore({ path, access });
  onTestFinished(() => store.close());
  return store;
}

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-robots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'catalogue');
}

describe('the robots.txt files of a catalogue', () => {
  it('are there in the next run, octet by octet', async () => {
    const path = newPath();
    const first = openAt(path);
    expect(await first.robots.get(origin)).toBeUndefined();
    await first.robots.put(origin, file);
    await first.robots.put('https://none.example', { kind: 'none', at });
    await first.close();
    const { robots } = openAt(path);
    expect(await robots.get(origin)).toEqual(file);
    expect(await robots.get('https://none.example')).toEqual({ kind: 'none', at });
  });

  it('are replaced by what the server says now', async () => {
    const { robots } = openAt(newPath());
    await robots.put(origin, file);
    await robots.put(origin, { kind: 'none', at });
    expect(await robots.get(origin)).toEqual({ kind: 'none', at });
  });

  it('are no change of what can be read', async () => {
    const store = openAt(newPath());
    const { change } = await store.status();
    await store.robots.put(origin, file);
    expect((await store.status()).change).toBe(change);
  });

  it('are removed when they are of no use any more, by the next run that puts one', async () => {
    const path = newPath();
    const first = openAt(path);
    await first.robots.put(origin, file);
    await first.robots.put('https://later.example', { kind: 'none', at: new Date('2026-01-20') });
    await first.robots.put('https://ahead.example', { kind: 'none', at: new Date('2027-02-10') });
    await first.close();
    const { robots } = openAt(path);
    await robots.put('https://new.example', { kind: 'none', at: new Date('2026-02-10') });
    expect(await robots.get(origin)).toBeUndefined();
    // Of a clock that was wrong.
    expect(await robots.get('https://ahead.example')).toBeUndefined();
    expect(await robots.get('https://later.example')).toBeDefined();
  });

  it('are not missed where a catalogue is only read that has none', async () => {
    const path = newPath();
    await openAt(path).close();
    const environment = open({ path, noSubdir: false, maxDbs: 12 });
    await environment.openDB({ name: 'robots', encoding: 'json' }).drop();
    await environment.close();
    const { robots } = openAt(path, 'read');
    expect(await robots.get(origin)).toBeUndefined();
  });
});
