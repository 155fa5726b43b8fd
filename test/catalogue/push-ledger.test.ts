import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { maybe, PushLedger, type PushedUnit } from '../../src/catalogue/push-ledger.ts';
import { CatalogueLockedFault } from '../../src/catalogue/writer-lock.ts';
import { newPath, openCatalogue } from './updates.ts';

const now = (): Date => new Date('2026-11-20T12:00:00.000Z');
const store = 'http://store.example/graphs';

function newCatalogue(): string {
  const path = newPath();
  openCatalogue(path);
  return path;
}

const unit = (
  key: string,
  parts: Readonly<Record<string, string>>,
  inputs?: string,
): PushedUnit => ({
  key,
  inputs,
  parts: new Map(Object.entries(parts)),
});

describe('the ledger of a store', () => {
  it('keeps units, and knows how many of them surely have a part', async () => {
    const catalogue = newCatalogue();
    const ledger = PushLedger.open({ catalogue, store, now });
    const long = `https://long.example/${'x'.repeat(3000)}`;
    const units = [
      unit(
        long,
        {
          '<urn:shared>': 'aa',
          '<urn:own>': 'bb',
          '<urn:cdif-graph:text:00112233445566778899aabbccddeeff>': 'cc',
        },
        '1',
      ),
      unit('two', { '<urn:shared>': 'aa' }, '2'),
      unit('three', { '<urn:shared>': maybe('aa') }),
    ];
    ledger.keep('index', units, []);
    const done = { change: 3, file: '1 2 3', settings: '[]', at: '2026-11-20T12:00:00.000Z' };
    ledger.keepHead({ tokens: ['t'], done });
    await ledger.close();
    const again = PushLedger.read({ catalogue, store });
    expect(again?.head).toEqual({ store, tokens: ['t'], former: [], done });
    expect([...(again?.keys('index') ?? [])].toSorted()).toEqual([long, 'three', 'two'].toSorted());
    expect(units.map(({ key }) => again?.unit('index', key))).toEqual(units);
    expect(units.map(({ key }) => again?.inputsOf('index', key))).toEqual(['1', '2', undefined]);
    expect(again?.unit('index', long)).toEqual(units[0]);
    expect(again?.sharersOf('index', '<urn:shared>')).toBe(2);
    expect(again?.unit('views', 'two')).toBeUndefined();
    await again?.close();
  });

  it('forgets units that the store has nothing of, and layers', async () => {
    const ledger = PushLedger.open({ catalogue: newCatalogue(), store, now });
    ledger.keep(
      'index',
      [unit('one', { '<urn:a>': 'aa' }, '1'), unit('two', { '<urn:a>': 'aa' }, '2')],
      [],
    );
    ledger.keep('index', [unit('one', {})], [ledger.unit('index', 'one')]);
    expect(ledger.unit('index', 'one')).toBeUndefined();
    expect(ledger.sharersOf('index', '<urn:a>')).toBe(1);
    ledger.keep('index', [unit('two', { '<urn:a>': maybe('aa') })], [ledger.unit('index', 'two')]);
    expect(ledger.sharersOf('index', '<urn:a>')).toBe(0);
    const broken = ledger.empty('index', async () => {
      throw new Error('cut off');
    });
    await expect(broken).rejects.toThrow('cut off');
    expect(ledger.head.emptying).toEqual(['index']);
    expect([...ledger.keys('index')]).toHaveLength(1);
    await ledger.empty('index', async () => undefined);
    expect(ledger.head.emptying).toEqual([]);
    expect([...ledger.keys('index')]).toEqual([]);
    await ledger.close();
  });

  it('can doubt all record graphs', async () => {
    const ledger = PushLedger.open({ catalogue: newCatalogue(), store, now });
    const keys = Array.from({ length: 2500 }, (_, index) => `urn:graph:${index}`);
    ledger.keep(
      'records',
      keys.map((key) => unit(key, { [key]: 'aa' }, '1')),
      [],
    );
    ledger.doubtRecords();
    const doubted = Array.from(ledger.keys('records'), (key) => ledger.unit('records', key));
    expect(doubted.map((each) => each?.key ?? '').toSorted()).toEqual(keys.toSorted());
    expect(doubted.every((each) => each?.inputs === undefined)).toBe(true);
    expect(ledger.sharersOf('records', 'urn:graph:7')).toBe(0);
    await ledger.close();
  });

  it('is of one store, and one process pushes to it', async () => {
    const catalogue = newCatalogue();
    const ledger = PushLedger.open({ catalogue, store, now });
    const locked = /store http:\/\/store\.example\/graphs: process \d+ .*--wait/u;
    expect(() => PushLedger.open({ catalogue, store, now })).toThrow(CatalogueLockedFault);
    expect(() => PushLedger.open({ catalogue, store, now })).toThrow(locked);
    const other = PushLedger.open({ catalogue, store: `${store}/other`, now });
    await other.close();
    await ledger.close();
    await PushLedger.open({ catalogue, store, now }).close();
  });

  it('is read only after it was made', async () => {
    const catalogue = newCatalogue();
    expect(PushLedger.read({ catalogue, store })).toBeUndefined();
    await PushLedger.open({ catalogue, store, now }).close();
    expect(PushLedger.read({ catalogue, store })?.head.tokens).toEqual([]);
  });

  it('is for its owner only beside a private catalogue', async () => {
    const path = newPath();
    await new Catalogue({ path, access: 'write', isPrivate: true }).close();
    await PushLedger.open({ catalogue: path, store, now }).close();
    const [name = ''] = readdirSync(join(path, 'pushes'));
    expect(statSync(join(path, 'pushes', name, 'data.mdb')).mode & 0o077).toBe(0);
    expect(statSync(join(path, 'pushes', name)).mode & 0o077).toBe(0);
  });

  it('names the way out where it is damaged', async () => {
    const catalogue = newCatalogue();
    await PushLedger.open({ catalogue, store, now }).close();
    const [name = ''] = readdirSync(join(catalogue, 'pushes'));
    const file = join(catalogue, 'pushes', name, 'data.mdb');
    const message = /cannot be read: .*; delete that directory, and push with --full/u;
    truncateSync(file, 5000);
    expect(() => PushLedger.open({ catalogue, store, now })).toThrow(message);
    writeFileSync(file, 'no LMDB');
    expect(() => PushLedger.read({ catalogue, store })).toThrow(message);
    rmSync(join(catalogue, 'pushes', name), { recursive: true });
    await PushLedger.open({ catalogue, store, now }).close();
  });

  it('does not keep a catalogue from being harvested anew after its data file was removed', async () => {
    const path = newPath();
    await new Catalogue({ path, access: 'write' }).close();
    await PushLedger.open({ catalogue: path, store, now }).close();
    rmSync(join(path, 'data.mdb'));
    await new Catalogue({ path, access: 'write' }).close();
    expect(readdirSync(path)).toContain('pushes');
  });
});
