import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openEngineMemory } from '../../src/store/image/engine-memory.ts';

const engineMemory = import.meta.resolve('../../dist/store/image/engine-memory.js');
const setting = '/sys/kernel/mm/transparent_hugepage/enabled';

/** Of a file of the system's; empty where it has none. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** How many stretches of this process's memory were asked to be of huge pages: see proc_pid_smaps(5). */
function askedFor(): number {
  return textOf('/proc/self/smaps').match(/^VmFlags:.* hg\b/gmu)?.length ?? 0;
}

/** Others give huge pages to all memory, to none, or have nothing of the kind. */
const mustBeAsked = textOf(setting).includes('[madvise]');

describe('the memory of an engine', () => {
  it('is of huge pages as soon as it is large, where the system must be asked for them', async () => {
    const [small, large] = [await openEngineMemory(), await openEngineMemory()];
    const before = askedFor();
    expect(small.makeRoom(10_000_000).length).toBeGreaterThanOrEqual(10_000_000);
    expect(askedFor()).toBe(before);
    const bytes = large.makeRoom(100_000_000);
    expect(askedFor() > before).toBe(mustBeAsked);
    bytes.fill(7);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });

  it('is as large where nothing can ask the system', () => {
    const script = `
      const { openEngineMemory } = await import(${JSON.stringify(engineMemory)});
      const memory = await openEngineMemory();
      console.log(memory.makeRoom(100_000_000).length >= 100_000_000);
    `;
    const args = ['--no-addons', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true\n');
  });
});
