import { describe, expect, it } from 'vitest';
import {
  CatalogueLockedFault,
  type LockWait,
  openUnlocked,
} from '../../src/catalogue/writer-lock.ts';
import type { WriterRecord } from '../../src/catalogue/rows.ts';

const time = '2026-11-20T11:00:00.000Z';
const holder: WriterRecord = { pid: 7, host: 'h', place: 'h', since: time, seen: time };

/** What opens a catalogue that is locked the first times. */
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

/** A wait that notes who is waited for. */
function waiting(longestMs: number, signal = new AbortController().signal) {
  const told: WriterRecord[] = [];
  const wait: LockWait = { longestMs, signal, onWait: (each) => told.push(each) };
  return { told, wait };
}

describe('opening a catalogue that another process writes to', () => {
  it('waits until it is free, and tells once for whom', async () => {
    const { told, wait } = waiting(Number.POSITIVE_INFINITY);
    expect(await openUnlocked(lockedTimes(2), wait)).toBe('opened');
    expect(told).toEqual([holder]);
  });

  it('asks a last time when the time is over', async () => {
    const { told, wait } = waiting(30);
    expect(await openUnlocked(lockedTimes(1), wait)).toBe('opened');
    await expect(openUnlocked(lockedTimes(100), wait)).rejects.toThrow(CatalogueLockedFault);
    expect(told).toHaveLength(2);
  });

  it('does not wait where nobody wants that, nor for anything else', async () => {
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
