import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/model/run.ts';
import { RunLog, type LogSink } from '../../../src/pipeline/report/run-log.ts';

const now = (): Date => new Date('2026-01-02T03:04:05Z');
const listed: RunEvent = { event: 'source-listed', source: 's', listing: 'complete' };

/** A log whose lines go where the test wants, and what was written and said. */
function logTo(write?: LogSink['write']) {
  const texts: string[] = [];
  const failures: unknown[] = [];
  const keep = async (text: string): Promise<void> => {
    texts.push(text);
  };
  const sink = { write: write ?? keep, close: async () => undefined };
  const log = new RunLog({ sink, now, onFailure: (error) => failures.push(error) });
  return { log, texts, failures };
}

/** A disk on which each writing waits until it is let through. */
function slowDisk() {
  const waiting: (() => void)[] = [];
  const write = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const letThrough = async (): Promise<void> => {
    waiting.shift()?.();
    await setImmediate();
  };
  return { write, letThrough };
}

const fullDisk = async (): Promise<void> => {
  throw new Error('ENOSPC');
};

const settled = (url: string): RunEvent => ({
  event: 'url-settled',
  source: 's',
  url,
  state: 'loaded',
});

describe('the log of a run', () => {
  it('has one JSON object a line, with its time, in order', async () => {
    const { log, texts } = logTo();
    log.tell(listed);
    log.tell(settled('http://h/1'));
    await log.room();
    log.tell(settled('http://h/2'));
    await log.close();
    const at = '2026-01-02T03:04:05.000Z';
    expect(texts.join('').split('\n')).toEqual([
      JSON.stringify({ at, ...listed }),
      JSON.stringify({ at, ...settled('http://h/1') }),
      JSON.stringify({ at, ...settled('http://h/2') }),
      '',
    ]);
  });

  it('holds a bounded amount of text in memory, however slow the disk is', async () => {
    const disk = slowDisk();
    const { log } = logTo(disk.write);
    log.tell(listed);
    await setImmediate();
    for (let page = 0; page < 3; page += 1) log.tell(settled('x'.repeat(500_000)));
    const room = log.room().then(() => 'room');
    expect(await Promise.race([room, setImmediate()])).toBeUndefined();
    // The first line, then all that has waited.
    await disk.letThrough();
    expect(await room).toBe('room');
    await disk.letThrough();
    await log.close();
  });

  it('ends where it cannot be written, reports that once, and delays nothing', async () => {
    const { log, failures } = logTo(fullDisk);
    log.tell(settled('x'.repeat(2_000_000)));
    await log.room();
    log.tell(listed);
    await log.close();
    expect(failures).toEqual([new Error('ENOSPC')]);
  });

  it('contains no user or password of a URL', async () => {
    const { log, texts } = logTo();
    log.tell(settled('https://user:secret@h.example/1?mail=a@b.example'));
    await log.close();
    expect(texts.join('')).toContain('"url":"https://h.example/1?mail=a@b.example"');
  });
});
