import { describe, expect, it } from 'vitest';
import type { FormedSlice, SliceName } from '../../src/distributed/messages.ts';
import { type MadeVisit, SliceBook } from '../../src/distributed/slice-book.ts';
import type { VisitEvent, VisitRequest } from '../../src/pipeline/visit.ts';

function requestOf(url: string): VisitRequest {
  const options = { fallbacks: [], negotiates: true, places: {} };
  return { target: { url, source: 's', found: { by: 'urls' }, depth: 0 }, options };
}

const event: VisitEvent = { kind: 'worked', ms: 1 };

/** A book with visits to one host, and what became of each: its worker, or nothing. */
function bookOf(count: number) {
  const book = new SliceBook(1);
  const made: (string | undefined)[] = [];
  const all = Array.from({ length: count }, async (_, at) => {
    const visit = await book.add('h', requestOf(`http://h/${at}`));
    made[at] = visit?.worker;
    return visit;
  });
  return { book, made, all };
}

/** The only slice that a book forms. */
function slice(book: SliceBook, now?: number): FormedSlice {
  const [formed, ...others] = book.form(now);
  if (formed === undefined || others.length > 0) throw new Error('not one slice');
  return formed;
}

/** Sends all of a visit. */
async function give(book: SliceBook, name: SliceName, id: number, worker = 'w'): Promise<boolean> {
  const part = { id, from: 0, count: 1, isLast: true };
  return book.take(name, worker, part, JSON.stringify([event]));
}

async function eventsOf(made: Promise<MadeVisit | undefined> | undefined) {
  const events: VisitEvent[] = [];
  for await (const each of (await made)?.transcript.events() ?? []) events.push(each);
  return events;
}

describe('the book of slices', () => {
  it('hands out a host once at a time, and at most two hundred visits', async () => {
    const { book } = bookOf(250);
    const first = slice(book);
    expect(first.visits).toHaveLength(200);
    expect(book.form()).toEqual([]);
    expect(book.visits).toEqual({ handedOut: 200, waiting: 50 });
    for (const { id } of first.visits) await give(book, first, id);
    expect(book.ended(first, { restMs: 0 })).toBe(true);
    expect(slice(book).visits).toHaveLength(50);
  });

  it('gives the events of a visit when the last one is there', async () => {
    const { book, all } = bookOf(1);
    const name = slice(book);
    const [{ id } = { id: 0 }] = name.visits;
    await book.take(name, 'w', { id, from: 0, count: 1, isLast: false }, JSON.stringify([event]));
    await book.take(name, 'w', { id, from: 1, count: 1, isLast: true }, JSON.stringify([event]));
    expect(await eventsOf(all[0])).toEqual([event, event]);
  });

  it('takes no message of a former slice, and none twice', async () => {
    const { book, made, all } = bookOf(2);
    const first = slice(book);
    const [one, two] = first.visits.map(({ id }) => id);
    await give(book, first, one ?? 0, 'early');
    book.lost(first, true);
    const second = slice(book);
    expect(second.visits.map(({ id }) => id)).toEqual([two]);
    await give(book, first, two ?? 0, 'late');
    expect(book.ended(first, { restMs: 0 })).toBe(false);
    await give(book, second, two ?? 0, 'second');
    await give(book, second, two ?? 0, 'again');
    await Promise.all(all);
    expect(made).toEqual(['early', 'second']);
    expect(book.refused).toBe(3);
  });

  it('says that a part is missing, and takes a repeated one once', async () => {
    const { book, all } = bookOf(1);
    const name = slice(book);
    const [{ id } = { id: 0 }] = name.visits;
    const json = JSON.stringify([event]);
    expect(await book.take(name, 'w', { id, from: 1, count: 1, isLast: true }, json)).toBe(false);
    expect(await book.take(name, 'w', { id, from: 0, count: 1, isLast: false }, json)).toBe(true);
    expect(await book.take(name, 'w', { id, from: 0, count: 1, isLast: false }, json)).toBe(true);
    expect(await book.take(name, 'w', { id, from: 1, count: 1, isLast: true }, json)).toBe(true);
    expect((await all[0])?.worker).toBe('w');
  });

  it('hands out what was not made when the host has rested', async () => {
    const { book } = bookOf(3);
    const name = slice(book, 1000);
    await give(book, name, name.visits[0]?.id ?? 0);
    book.ended(name, { restMs: 500 }, 1000);
    const next = slice(book, 1100);
    expect(next.visits).toHaveLength(2);
    expect(next.delayMs).toBe(400);
    expect(next.number).toBeGreaterThan(name.number);
    book.lost(next, false);
    expect(slice(book, 1200).delayMs).toBe(300);
  });

  it('hands out alone, and at last gives up, a visit at which workers die', async () => {
    const { book, all } = bookOf(3);
    const sizes: number[] = [];
    for (let losses = 0; losses < 8; losses += 1) {
      const name = slice(book);
      sizes.push(name.visits.length);
      // What a worker gave before it died does not count.
      const part = { id: name.visits[0]?.id ?? 0, from: 0, count: 1, isLast: false };
      await book.take(name, 'w', part, JSON.stringify([event]));
      book.lost(name, true);
    }
    expect(sizes).toEqual([3, 3, 3, 1, 1, 1, 1, 1]);
    expect((await all[0])?.worker).toBeUndefined();
    expect(await eventsOf(all[0])).toMatchObject([
      { kind: 'fetched', outcome: { problem: { kind: 'internal-error', url: 'http://h/0' } } },
    ]);
    expect(slice(book).visits).toHaveLength(2);
  });

  it('does the same with a visit at which workers fail, after the others', async () => {
    const { book, made, all } = bookOf(3);
    const sizes: number[] = [];
    for (let losses = 0; losses < 8; losses += 1) {
      const name = slice(book);
      sizes.push(name.visits.length);
      const last = name.visits.at(-1)?.id ?? 0;
      for (const { id } of name.visits) expect(last).toBeGreaterThanOrEqual(id);
      book.ended(name, { restMs: 0, failed: { id: last, reason: 'full' } });
    }
    expect([sizes, made]).toEqual([[3, 3, 3, 3, 3, 3, 3, 3], []]);
    const [givenUp] = await eventsOf(all[2]);
    expect(JSON.stringify(givenUp)).toContain('the last: full');
    expect(slice(book).visits).toHaveLength(2);
  });

  it('counts nothing against a visit when Redis lost it', async () => {
    const { book } = bookOf(3);
    for (let losses = 0; losses < 10; losses += 1) book.lost(slice(book), false);
    expect(slice(book).visits).toHaveLength(3);
  });

  it('makes no further visit after a stop, and waits for none after a cut', async () => {
    const { book, made, all } = bookOf(3);
    const name = slice(book);
    const late = book.add('other', requestOf('http://other/'));
    book.stop();
    expect(await late).toBeUndefined();
    await give(book, name, name.visits[0]?.id ?? 0);
    book.cut();
    await Promise.all(all);
    expect(made).toEqual(['w', undefined, undefined]);
    expect(await book.add('h', requestOf('http://h/9'))).toBeUndefined();
  });
});
