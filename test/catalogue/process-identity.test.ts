import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isAlive, currentProcess } from '../../src/catalogue/process-identity.ts';

describe('isAlive', () => {
  it('knows this process', () => {
    expect(isAlive(currentProcess())).toBe(true);
  });

  it('knows a process that has ended, with and without the time it was started', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(isAlive({ ...currentProcess(), pid })).toBe(false);
    expect(isAlive({ pid })).toBe(false);
  });

  it('knows a process of which it cannot tell when it was started', () => {
    expect(isAlive({ pid: process.pid })).toBe(true);
  });

  it.runIf(process.platform === 'linux')('tells a later process with the same number apart', () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = child.pid ?? 0;
    expect(isAlive({ ...currentProcess(), pid })).toBe(false);
    child.kill();
  });
});
