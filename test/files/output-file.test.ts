import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openToAppend, writeErrorReason, writeWholeFile } from '../../src/files/output-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdif-graph-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size;
}

async function writeNew(file: Writable): Promise<void> {
  file.end('new');
  await finished(file);
}

describe('a file that is written completely or not at all', () => {
  it('has the mode of the file that it replaces, or that of the umask', async () => {
    const before = process.umask(0o027);
    onTestFinished(() => void process.umask(before));
    await writeWholeFile(join(folder, 'a'), writeNew);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o640);
    chmodSync(join(folder, 'a'), 0o600);
    await writeWholeFile(join(folder, 'a'), writeNew);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('appears when it is complete, and has a different temporary name each time', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      await writeWholeFile(join(folder, 'a'), async (file) => {
        const [name = ''] = readdirSync(folder);
        seen.add(name);
        await writeNew(file);
      });
      rmSync(join(folder, 'a'));
    }
    expect([...seen].map((name) => name.replace(/[0-9a-f]{16}/u, '#'))).toEqual([
      'a.#.part',
      'a.#.part',
    ]);
  });

  it.each([
    ['a file', (victim: string) => writeFileSync(victim, 'precious')],
    ['nothing', () => undefined],
    ['a folder', (victim: string) => mkdirSync(victim)],
    ['a pipe', (victim: string) => void execFileSync('mkfifo', [victim])],
  ])('is not written through a link to %s', async (_, make) => {
    const [victim, link] = [join(folder, 'victim'), join(folder, 'link')];
    make(victim);
    symlinkSync(victim, link);
    const before = readdirSync(folder);
    const size = sizeOf(victim);
    let isAsked = false;
    const asked = writeWholeFile(link, async () => {
      isAsked = true;
    });
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(writeErrorReason(error)).toContain('a symbolic link lies there');
    await expect(openToAppend(link, 0o666)).rejects.toThrow('ELOOP');
    expect(isAsked).toBe(false);
    expect(readdirSync(folder)).toEqual(before);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(sizeOf(victim)).toBe(size);
  });

  it('may be a pipe or a device, which stays one', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reading = readFile(pipe, 'utf8');
    await writeWholeFile(pipe, writeNew);
    expect(await reading).toBe('new');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    await writeWholeFile('/dev/null', writeNew);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  it.runIf(process.platform === 'linux')(
    'goes on behind what there is where it is an open file of the process',
    async () => {
      const path = join(folder, 'open');
      writeFileSync(path, 'before ');
      const descriptor = openSync(path, 'a');
      await writeWholeFile(`/dev/fd/${descriptor}`, writeNew);
      await writeWholeFile(`/proc/self/fd/${descriptor}`, writeNew);
      closeSync(descriptor);
      expect(readFileSync(path, 'utf8')).toBe('before newnew');
    },
  );

  it('is refused if a folder has its name, before anything is written', async () => {
    let isAsked = false;
    const asked = writeWholeFile(folder, async () => {
      isAsked = true;
    });
    await expect(asked).rejects.toMatchObject({ code: 'EISDIR' });
    expect(isAsked).toBe(false);
  });

  // Permissions do not hold for root.
  it.skipIf(process.geteuid === undefined)('is refused where it must not be written', async () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'precious', { mode: 0o444 });
    chmodSync(folder, 0o777);
    await asNobody(async () => {
      await expect(writeWholeFile(path, writeNew)).rejects.toMatchObject({ code: 'EACCES' });
    });
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk is full'],
    ['EFBIG', 'the disk is full'],
    ['EIO', 'it broke'],
  ])('leaves nothing if writing ends with %s', async (code, text) => {
    writeFileSync(join(folder, 'a'), 'as before');
    const asked = writeWholeFile(join(folder, 'a'), async (file) => {
      file.write('half');
      throw Object.assign(new Error('it broke'), { code, syscall: 'write' });
    });
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(writeErrorReason(error)).toBe(text);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('as before');
  });
});

/** Does something without the rights of root, whom no permission stops. */
async function asNobody(action: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return action();
  process.seteuid?.(65_534);
  try {
    await action();
  } finally {
    process.seteuid?.(0);
  }
}
