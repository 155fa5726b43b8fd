import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { asBinary, open } from 'lmdb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressionDictionary } from '../../src/catalogue/layout.ts';
import { copyDemo } from './demo-workspace.ts';
import type { Workspace } from './workspace.ts';

let workspace: Workspace;
/** The catalogue as it was harvested. */
let whole: Buffer;
let page: string;

beforeAll(async () => {
  const demo = await copyDemo();
  ({ workspace } = demo);
  page = `${demo.origin}/`;
  whole = readFileSync(join(workspace.folder, 'catalogue', 'data.mdb'));
  const config = `store: { path: ./damaged }\nworkers: 0\nsources: [{ name: local, folder: ./files }]\n`;
  await workspace.write('damaged.yaml', config);
  mkdirSync(join(workspace.folder, 'files'));
  await workspace.write(
    'files/a.json',
    '{"@context":"https://schema.org/","@type":"Dataset","name":"A"}',
  );
});
afterAll(async () => {
  await workspace.remove();
});

const reading = (): readonly (readonly string[])[] => [
  ['status'],
  ['show', page],
  ['explain', page],
  ['problems'],
  ['search', '--term', 'soil'],
  ['query', 'datasets'],
  ['kernel', page],
  ['export', '--out', 'out.nq'],
  ['export', '--source', 'local', '--out', 'out.nq'],
  ['verify'],
  ['verify', '--json'],
  ['backup', 'out.mdb'],
];
const writing: readonly (readonly string[])[] = [
  ['compact'],
  ['rebuild', '--workers', '0'],
  ['remove', '--source', 'local'],
  ['rename-source', 'local', 'other'],
];

/** Puts a data file in place of that which was harvested. */
function place(bytes: Buffer | undefined): string {
  const path = join(workspace.folder, 'damaged');
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  if (bytes !== undefined) writeFileSync(join(path, 'data.mdb'), bytes);
  return path;
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole);
  change(bytes);
  return bytes;
}

async function expectFault(args: readonly string[], words: RegExp): Promise<void> {
  const { stderr, code } = await workspace.run(args);
  expect([args[0], stderr]).toEqual([args[0], expect.stringMatching(words)]);
  expect(stderr).not.toMatch(/mistake in the program|^\s+at /mu);
  expect([args[0], code]).toEqual([args[0], 1]);
}

describe('a damaged data file is one clear fault in every command', () => {
  it.each<[string, () => Buffer | undefined, RegExp]>([
    ['empty', () => Buffer.alloc(0), /data\.mdb is empty; put a backup in its place/u],
    ['cut to one page', () => whole.subarray(0, 4096), /put a backup in its place/u],
    ['cut to half', () => whole.subarray(0, whole.length / 2), /is damaged: .* put a backup/u],
    [
      'without its magic number',
      () => changed((bytes) => bytes.fill(0, 24, 28)),
      /damaged or another program's; put a backup in its place/u,
    ],
    [
      'of another version of LMDB',
      () => changed((bytes) => bytes.writeUInt32LE(9, 28)),
      /another version of LMDB wrote data\.mdb .* put a backup in its place/u,
    ],
    [
      'with noise in the description that holds',
      () =>
        changed((bytes) => {
          for (const at of [0, 4096]) bytes.fill(0x5a, at + 52, at + 150);
        }),
      /put a backup in its place/u,
    ],
    [
      'without a stretch in its middle',
      () => changed((bytes) => bytes.fill(0, 40_960, bytes.length - 40_960)),
      /is damaged: .* put a backup in its place/u,
    ],
  ])('%s', async (name, make, words) => {
    const path = place(make());
    const before = readFileSync(join(path, 'data.mdb'));
    for (const args of reading()) await expectFault([...args, '--store', 'damaged'], words);
    for (const args of writing) await expectFault([...args, '--store', 'damaged'], words);
    expect(readFileSync(join(path, 'data.mdb')).equals(before)).toBe(true);
    // An empty one is what a first run of an older program could leave.
    if (name !== 'empty') await expectFault(['ingest', 'damaged.yaml', '--quiet'], words);
    const made = readdirSync(workspace.folder).filter((file) => file.startsWith('out.'));
    expect(made).toEqual([]);
  });

  it('that is a directory', async () => {
    mkdirSync(join(place(undefined), 'data.mdb'));
    expect.hasAssertions();
    for (const args of [...reading(), ...writing]) {
      await expectFault([...args, '--store', 'damaged'], /catalogue \S+: .*data\.mdb/u);
    }
  });

  // Permissions do not hold for root.
  it.skipIf(process.getuid?.() === 0)('that may not be read', async () => {
    const path = place(whole);
    chmodSync(join(path, 'data.mdb'), 0o000);
    expect.hasAssertions();
    for (const args of reading()) {
      await expectFault([...args, '--store', 'damaged'], /cannot be read \(EACCES\)/u);
    }
  });
});

describe('an entry that is not what was written', () => {
  it.each<[string, string, (value: string) => string | undefined]>([
    ['a record whose facts are cut short', 'facts', (value) => value.slice(0, 20)],
    ['a record without facts', 'facts', () => undefined],
    ['a record without its document', 'documents', () => undefined],
    ['a record without statements', 'nquads', () => undefined],
    ['a record of fewer statements', 'nquads', (value) => value.slice(value.indexOf('\n') + 1)],
  ])('keeps %s from being exported or copied', async (_, name, change) => {
    const path = place(undefined);
    cpSync(join(workspace.folder, 'catalogue', 'data.mdb'), join(path, 'data.mdb'));
    const environment = open({ path, noSubdir: false, maxDbs: 40, overlappingSync: false });
    const compression =
      name === 'facts'
        ? {}
        : { compression: { threshold: 200, dictionary: compressionDictionary } };
    const database = environment.openDB<string, string>({
      name,
      encoding: 'string',
      ...compression,
    });
    const [key = ''] = database.getKeys();
    const value = change(database.get(key) ?? '');
    if (value === undefined) database.removeSync(key);
    else if (name === 'facts') database.putSync(key, asBinary(Buffer.from(value)) as never);
    else database.putSync(key, value);
    await environment.close();
    const size = readFileSync(join(path, 'data.mdb')).length;
    const words = /catalogue \S+: is damaged: /u;
    const store = ['--store', 'damaged'];
    await expectFault(['export', '--out', 'out.nq', ...store], words);
    await expectFault(['export', '--source', 'local', '--out', 'out.nq', ...store], words);
    await expectFault(['backup', 'out.mdb', ...store], words);
    await expectFault(['compact', ...store], words);
    expect(await workspace.run(['verify', ...store])).toMatchObject({ code: 1 });
    expect(readFileSync(join(path, 'data.mdb'))).toHaveLength(size);
    expect(existsSync(join(workspace.folder, 'out.nq'))).toBe(false);
    expect(existsSync(join(workspace.folder, 'out.mdb'))).toBe(false);
  });
});
