import { spawn, spawnSync } from 'node:child_process';
import { open } from 'lmdb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import {
  CatalogueLockedFault,
  type LockWait,
  currentProcess,
  isAlive,
  openUnlocked,
} from '../../src/catalogue/writer-lock.ts';
import type { WriterRecord } from '../../src/catalogue/rows.ts';
import { commit, urlUpdate, newPath, openCatalogue } from './updates.ts';

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

describe('the writer lock', () => {
  it('is refused while another process has it, naming that process', () => {
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

  it('does not block readers', () => {
    const path = newPath();
    commit(openCatalogue(path), urlUpdate(1));
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

  it('is taken over from a machine whose clock was far ahead, not slightly ahead', async () => {
    const elsewhere = { pid: pidOfTheDead(), host: 'other', place: 'other' };
    const path = await heldBy({ ...elsewhere, seen: '2027-11-20T12:00:00.000Z' });
    expect(await opens(path, new Date('2027-11-20T06:00:00Z'))).toBe(false);
    expect(await opens(path)).toBe(true);
  });

  it('is kept by a visible heartbeat', async () => {
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

  it('is lost to a process that has taken over: later writes are refused', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    const environment = open({ path, noSubdir: false });
    const meta = environment.openDB({ name: 'meta', encoding: 'json' });
    await meta.put('writer', {
      ...currentProcess(),
      since: 'later',
      seen: 'later',
      place: 'other',
    });
    const write = () => commit(catalogue, urlUpdate(2));
    expect(write).toThrow(/has been writing to it since later/u);
    await catalogue.close();
    expect(meta.get('writer')).toMatchObject({ since: 'later' });
    await meta.remove('writer');
    await environment.close();
    expect(await opens(path)).toBe(true);
  });

  it('is taken again when another process took over and has finished', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const environment = open({ path, noSubdir: false });
    await environment.openDB({ name: 'meta', encoding: 'json' }).remove('writer');
    await environment.close();
    commit(catalogue, urlUpdate(1));
    expect(await opens(path)).toBe(false);
  });
});

describe('isAlive', () => {
  it('is true of this process', () => {
    expect(isAlive(currentProcess())).toBe(true);
  });

  it('is false of a process that has ended, with or without its start time', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(isAlive({ ...currentProcess(), pid })).toBe(false);
    expect(isAlive({ pid })).toBe(false);
  });

  it('is true of this process without a start time', () => {
    expect(isAlive({ pid: process.pid })).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is false of a later process with the same number', () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = child.pid ?? 0;
    expect(isAlive({ ...currentProcess(), pid })).toBe(false);
    child.kill();
  });
});

const time = '2026-11-20T11:00:00.000Z';
const holder: WriterRecord = { pid: 7, host: 'h', place: 'h', since: time, seen: time };

/** Opens a catalogue that is locked the first times. */
function lockedTimes(times: number): () => string {
  let left = times;
  return () => {
    left -= 1;
    if (left >= 0) throw new CatalogueLockedFault('/catalogue', holder);
    return 'opened';
  };
}

function fail(): never {
  throw new TypeError('another fault');
}

/** A wait that notes the holders. */
function waiting(longestMs: number, signal = new AbortController().signal) {
  const told: WriterRecord[] = [];
  const wait: LockWait = { longestMs, signal, onWait: (each) => told.push(each) };
  return { told, wait };
}

describe('opening a catalogue that another process writes to', () => {
  it('waits until it is free, and reports the holder once', async () => {
    const { told, wait } = waiting(Number.POSITIVE_INFINITY);
    expect(await openUnlocked(lockedTimes(2), wait)).toBe('opened');
    expect(told).toEqual([holder]);
  });

  it('tries a last time when the time is over', async () => {
    const { told, wait } = waiting(30);
    expect(await openUnlocked(lockedTimes(1), wait)).toBe('opened');
    await expect(openUnlocked(lockedTimes(100), wait)).rejects.toThrow(CatalogueLockedFault);
    // To wait is no advice any more.
    await expect(openUnlocked(lockedTimes(100), wait)).rejects.toThrow(/: wait longer, or stop/u);
    expect(told).toHaveLength(3);
  });

  it('does not wait without a time limit, nor for other errors', async () => {
    await expect(openUnlocked(lockedTimes(1))).rejects.toThrow(CatalogueLockedFault);
    const { told, wait } = waiting(Number.POSITIVE_INFINITY);
    await expect(openUnlocked(fail, wait)).rejects.toThrow('another fault');
    expect(await openUnlocked(lockedTimes(0), wait)).toBe('opened');
    expect(told).toEqual([]);
  });

  it('ends when it is interrupted', async () => {
    const interruption = new AbortController();
    const { wait } = waiting(Number.POSITIVE_INFINITY, interruption.signal);
    const opened = openUnlocked(lockedTimes(100), wait);
    interruption.abort();
    await expect(opened).rejects.toMatchObject({ name: 'AbortError' });
    await expect(openUnlocked(lockedTimes(100), wait)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
