import { spawnSync } from 'node:child_process';
import { open } from 'lmdb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { currentProcess } from '../../src/catalogue/process-identity.ts';
import { CatalogueLockedFault } from '../../src/catalogue/writer-lock.ts';
import type { WriterRecord } from '../../src/catalogue/rows.ts';
import { commit, look, newPath, openCatalogue } from './updates.ts';

const noon = new Date('2026-11-20T12:00:00Z');

/** A catalogue in which this stands as its writer. */
async function heldBy(changes: Partial<WriterRecord>): Promise<string> {
  const path = newPath();
  await new Catalogue({ path, access: 'write' }).close();
  const times = { since: '2026-11-20T11:00:00.000Z', seen: '2026-11-20T11:59:30.000Z' };
  const holder: WriterRecord = { ...currentProcess(), ...times, ...changes };
  const environment = open({ path, noSubdir: false });
  await environment.openDB({ name: 'meta', encoding: 'json' }).put('writer', holder);
  await environment.close();
  return path;
}

async function opens(path: string, now = noon): Promise<boolean> {
  try {
    await new Catalogue({ path, access: 'write', now: () => now }).close();
    return true;
  } catch (error) {
    if (error instanceof CatalogueLockedFault) return false;
    throw error;
  }
}

function pidOfTheDead(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

describe('the right to write', () => {
  it('is refused while another has it, with who that is', () => {
    const path = newPath();
    openCatalogue(path);
    let fault: CatalogueLockedFault | undefined;
    try {
      openCatalogue(path);
    } catch (error) {
      fault = error as CatalogueLockedFault;
    }
    expect(fault?.holder.pid).toBe(process.pid);
    expect(fault?.message).toContain(`process ${process.pid} on ${fault?.holder.host}`);
    expect(fault?.message).toContain(fault?.holder.since);
  });

  it('does not keep others from reading', () => {
    const path = newPath();
    commit(openCatalogue(path), look(1));
    const snapshot = openCatalogue(path, 'read').snapshot();
    expect(snapshot.totals().graphs).toBe(1);
    snapshot.end();
  });

  it('is free again after closing', async () => {
    const path = newPath();
    await new Catalogue({ path, access: 'write' }).close();
    expect(await opens(path)).toBe(true);
  });

  it('is taken over from a process that has ended', async () => {
    expect(await opens(await heldBy({ pid: pidOfTheDead() }))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'is taken over when the number of the process now is that of another',
    async () => {
      expect(await opens(await heldBy({}))).toBe(false);
      expect(await opens(await heldBy({ started: '1' }))).toBe(true);
    },
  );

  it('is taken over from another machine only after silence', async () => {
    const elsewhere = { pid: pidOfTheDead(), host: 'other', place: 'other' };
    const path = await heldBy(elsewhere);
    expect(await opens(path, new Date('2026-11-20T12:00:29Z'))).toBe(false);
    expect(await opens(path, new Date('2026-11-20T12:00:31Z'))).toBe(true);
  });

  it('is taken over from another machine whose clock was far ahead, and not where it is a little', async () => {
    const elsewhere = { pid: pidOfTheDead(), host: 'other', place: 'other' };
    const path = await heldBy({ ...elsewhere, seen: '2027-11-20T12:00:00.000Z' });
    expect(await opens(path, new Date('2027-11-20T06:00:00Z'))).toBe(false);
    expect(await opens(path)).toBe(true);
  });

  it('is kept by a sign of life now and then, which others can see', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = newPath();
    let now = noon;
    const catalogue = new Catalogue({ path, access: 'write', now: () => now });
    const environment = open({ path, noSubdir: false });
    const meta = environment.openDB({ name: 'meta', encoding: 'json' });
    now = new Date('2026-11-20T12:05:00Z');
    vi.advanceTimersByTime(60_000);
    const since = noon.toISOString();
    expect(meta.get('writer')).toMatchObject({ since, seen: now.toISOString() });
    await meta.put('writer', { since: 'later', seen: 'later' });
    vi.advanceTimersByTime(60_000);
    expect(meta.get('writer')).toEqual({ since: 'later', seen: 'later' });
    await catalogue.close();
    await environment.close();
  });

  it('is lost to who has taken over: nothing is written any more', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1));
    const environment = open({ path, noSubdir: false });
    const meta = environment.openDB({ name: 'meta', encoding: 'json' });
    await meta.put('writer', {
      ...currentProcess(),
      since: 'later',
      seen: 'later',
      place: 'other',
    });
    const write = () => commit(catalogue, look(2));
    expect(write).toThrow(/has been writing to it since later/u);
    await catalogue.close();
    expect(meta.get('writer')).toMatchObject({ since: 'later' });
    await meta.remove('writer');
    await environment.close();
    expect(await opens(path)).toBe(true);
  });

  it('is taken again when another took over and is done', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const environment = open({ path, noSubdir: false });
    await environment.openDB({ name: 'meta', encoding: 'json' }).remove('writer');
    await environment.close();
    commit(catalogue, look(1));
    expect(await opens(path)).toBe(false);
  });
});
