import { describe, expect, it } from 'vitest';
import type { StoredRobots, RobotsMemory } from '../../../src/model/harvest-memory.ts';
import { RobotsCache } from '../../../src/web/robots/robots-cache.ts';
import { client, problemOf, serve, type Handler } from '../loopback.ts';

const { signal } = new AbortController();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.parse('2026-01-02T03:04:05Z');
const etag = '"v1"';

/** A memory for one test. */
class TestMemory implements RobotsMemory {
  readonly kept = new Map<string, StoredRobots>();

  async get(origin: string): Promise<StoredRobots | undefined> {
    return this.kept.get(origin);
  }

  async put(origin: string, kept: StoredRobots): Promise<void> {
    this.kept.set(origin, kept);
  }
}

/** A server, and runs that each check a page, at a time after the first run. */
async function serving(answer: Handler) {
  const asked: (string | undefined)[] = [];
  let current = answer;
  const origin = await serve((request, response) => {
    asked.push(request.headers['if-none-match']);
    current(request, response);
  });
  const memory = new TestMemory();
  return {
    asked,
    answerWith: (next: Handler): void => {
      current = next;
    },
    run: (afterMs: number) => {
      const now = (): Date => new Date(start + afterMs);
      const book = new RobotsCache(client({ retries: 0 }), { memory, now });
      return book.permit(`${origin}/x`, signal);
    },
  };
}

const file: Handler = (_request, response) => {
  response.writeHead(200, { etag }).end('User-agent: *\nAllow: /x\n');
};
const status =
  (code: number): Handler =>
  (_request, response) =>
    response.writeHead(code).end();
const allowed = { by: 'rule', text: 'Allow: /x', line: 2, agent: '*' };

describe('the memory of robots.txt', () => {
  it('is used for a day without a request, also where there is no file', async () => {
    const { run, asked, answerWith } = await serving(file);
    await run(0);
    answerWith(status(500));
    expect(await run(23 * hourMs)).toEqual(allowed);
    expect(asked).toHaveLength(1);
    const none = await serving(status(404));
    await none.run(0);
    expect(await none.run(23 * hourMs)).toEqual({ by: 'no-file' });
    expect(none.asked).toHaveLength(1);
  });

  it('is renewed after a day by a conditional request where it is not modified', async () => {
    const { run, asked, answerWith } = await serving(file);
    await run(0);
    answerWith(status(304));
    expect(await run(dayMs)).toEqual(allowed);
    expect(await run(dayMs + 23 * hourMs)).toEqual(allowed);
    expect(asked).toEqual([undefined, etag]);
    // The validators are still those of the file.
    await run(3 * dayMs);
    expect(asked).toEqual([undefined, etag, etag]);
  });

  it('is replaced by a new response', async () => {
    const { run, answerWith } = await serving(file);
    await run(0);
    answerWith((_request, response) => response.end('User-agent: *\nDisallow: /x\n'));
    expect((await problemOf(run(dayMs))).kind).toBe('robots-disallowed');
    answerWith(status(410));
    expect(await run(2 * dayMs)).toEqual({ by: 'no-file' });
  });

  it.each([429, 500, 503])('is used for a month where the server fails: %i', async (code) => {
    const { run, answerWith, asked } = await serving(file);
    await run(0);
    answerWith(status(code));
    expect(await run(2 * dayMs)).toEqual(allowed);
    expect(await run(29 * dayMs)).toEqual(allowed);
    // It is requested in each run.
    expect(asked).toHaveLength(3);
    expect((await problemOf(run(30 * dayMs))).kind).toBe('robots-unavailable');
  });

  it('is used where the server does not respond', async () => {
    const { run, answerWith } = await serving(file);
    await run(0);
    answerWith((request) => request.socket.destroy());
    expect(await run(2 * dayMs)).toEqual(allowed);
  });

  it('is used where a bot challenge comes in its place', async () => {
    const { run, answerWith } = await serving(file);
    await run(0);
    answerWith((_request, response) => {
      response.writeHead(202, { 'x-amzn-waf-action': 'challenge' }).end();
    });
    expect(await run(2 * dayMs)).toEqual(allowed);
  });

  it('is not used where its date is in the future', async () => {
    const { run, asked } = await serving(file);
    await run(dayMs);
    await run(0);
    expect(asked).toHaveLength(2);
  });

  it('keeps no failure', async () => {
    const { run, answerWith } = await serving(status(503));
    await problemOf(run(0));
    answerWith(file);
    expect(await run(hourMs)).toEqual(allowed);
  });
});
