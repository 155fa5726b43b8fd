import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDemo } from '../cli/demo-workspace.ts';
import type { Workspace } from '../cli/workspace.ts';
import { random } from './random-visits.ts';
import { proofSeed, proofSize } from '../support/proof.ts';

const pageBytes = 4096;

let workspace: Workspace;
let whole: Buffer;

beforeAll(async () => {
  ({ workspace } = await copyDemo());
  whole = readFileSync(join(workspace.folder, 'catalogue', 'data.mdb'));
});
afterAll(async () => {
  await workspace.remove();
});

/** A bit, some bytes, a sector or a page that is another one than it was. */
function damage(next: () => number): Buffer {
  const bytes = Buffer.from(whole);
  const page = 2 + Math.floor(next() * (bytes.length / pageBytes - 2));
  const length = [1, 32, 512, pageBytes][Math.floor(next() * 4)] ?? 1;
  const at = page * pageBytes + Math.floor((next() * pageBytes) / length) * length;
  const isZero = next() < 0.5;
  for (let index = at; index < at + length; index += 1) {
    bytes[index] = isZero && length > 1 ? 0 : Math.floor(next() * 256);
  }
  return bytes;
}

describe('a catalogue with random damage', () => {
  const first = proofSeed(3);
  const seeds = Array.from({ length: proofSize(1, 200) }, (_, index) => first + index);

  it.each(seeds)('ends no command by a signal or a stack trace (seed %i)', async (seed) => {
    const path = join(workspace.folder, 'damaged');
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    writeFileSync(join(path, 'data.mdb'), damage(random(seed)));
    const commands = [['export'], ['verify'], ['status'], ['backup', `${seed}.mdb`], ['compact']];
    for (const args of commands) {
      const { code, stderr } = await workspace.runProcess([...args, '--store', 'damaged']);
      expect([args[0], code]).toEqual([args[0], code === 0 ? 0 : 1]);
      expect(stderr).not.toMatch(/mistake in the program|^\s+at /mu);
    }
  });
});
