import { describe, expect, it } from 'vitest';
import { UsageFault } from '../../src/model/fault.ts';
import { endRun } from './runs.ts';
import { newPath, openCatalogue, openStore } from './updates.ts';

describe('a run by its name', () => {
  it('is found by its id, by the beginning of it, or as the latest', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const first = endRun(catalogue, new Date('2026-11-20T02:00:00Z'));
    const second = endRun(catalogue, new Date('2026-11-21T02:00:00Z'));
    await catalogue.close();
    const store = openStore(path);
    expect((await store.run(first)).run).toBe(first);
    expect((await store.run('20261121')).report?.run).toBe(second);
    expect((await store.run('last')).run).toBe(second);
    await expect(store.run('2026')).rejects.toThrow(`2 runs begin with 2026: ${second}, ${first}.`);
    await expect(store.run('2025')).rejects.toThrow(
      `No run has an identifier that begins with "2025"`,
    );
    await expect(store.run('2025')).rejects.toBeInstanceOf(UsageFault);
  });

  it('is refused if there are no runs', async () => {
    await expect(openStore(newPath()).run('last')).rejects.toThrow('no runs yet');
  });
});
