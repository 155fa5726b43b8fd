import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { proofSize } from '../support/proof.ts';

const script = fileURLToPath(new URL('ended-threads.mjs', import.meta.url));

it.each([
  ['alone', proofSize(20, 1000), 0, 'nothing is left to do\n'],
  ['exit', 0, 7, ''],
])('a process ends well (%s), whatever its threads did when they ended', (way, ends, code, out) => {
  const args = [script, String(ends), way];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: code, stdout: out, stderr: '' });
});
