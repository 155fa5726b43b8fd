import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpClient } from '../../src/web/http-client.ts';
import { Hosts } from '../../src/web/hosts.ts';
import {
  asking,
  httpConfig,
  problemOf,
  read,
  readWhole,
  serve,
  type HttpChanges,
} from './loopback.ts';
import { ManualClock, settled } from './manual-clock.ts';

/** A client whose clock is moved by hand. */
function clientOf(clock: ManualClock, changes: HttpChanges = {}) {
  const config = httpConfig({ retries: 0, ...changes });
  const hosts = new Hosts(config, { clock, backOffMs: 1000 });
  const http = new HttpClient(config, '1.2.3', { hosts });
  onTestFinished(() => http.close());
  return { http, hosts };
}

describe('a request during which this process was stopped', () => {
  it('is repeated where its connection was lost, and no failure is counted', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const origin = await serve((request, response) => {
      asked += 1;
      if (asked > 1) response.end('here');
      else {
        // The server closed the connection.
        clock.stops += 1;
        request.socket.destroy();
      }
    });
    const { http, hosts } = clientOf(clock);
    expect(await read(http, origin)).toBe('here');
    expect(asked).toBe(2);
    expect(hosts.facts()).toMatchObject([{ failures: 0, restedMs: 0, state: 'answering' }]);
  });

  it('is repeated where its body broke off', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      if (asked > 1) response.end('whole');
      else {
        clock.stops += 1;
        response.writeHead(200, { 'content-length': 5 }).write('wh', () => response.destroy());
      }
    });
    const { http, hosts } = clientOf(clock);
    expect(await readWhole(http, origin)).toBe('whole');
    expect(hosts.facts()).toMatchObject([{ failures: 0, state: 'answering' }]);
  });

  it('is repeated where it timed out', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      if (asked > 1) response.end('here');
      else {
        clock.stops += 1;
        void clock.pass(1000);
      }
    });
    const timeouts = { connectMs: 9000, headersMs: 9000, bodyMs: 9000, totalMs: 1000 };
    const { http, hosts } = clientOf(clock, { timeouts });
    expect(await read(http, origin)).toBe('here');
    expect(hosts.facts()).toMatchObject([{ failures: 0, state: 'answering' }]);
  });

  it('is not repeated for a stop before it, nor after a complete response', async () => {
    const clock = new ManualClock();
    clock.stops = 3;
    let asked = 0;
    const origin = await serve((request, response) => {
      asked += 1;
      if (request.url === '/lost') request.socket.destroy();
      else {
        clock.stops += 1;
        response.writeHead(500).end();
      }
    });
    const { http, hosts } = clientOf(clock);
    expect(await problemOf(read(http, `${origin}/lost`))).toMatchObject({
      kind: 'connection-failed',
    });
    expect(asked).toBe(1);
    void clock.pass(60_000);
    expect(await problemOf(read(http, `${origin}/500`))).toMatchObject({ kind: 'http-status' });
    expect(asked).toBe(2);
    expect(hosts.facts()).toMatchObject([{ failures: 2 }]);
  });

  it('is not repeated without end', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const origin = await serve((request) => {
      asked += 1;
      clock.stops += 1;
      request.socket.destroy();
    });
    const { http } = clientOf(clock);
    expect(await problemOf(read(http, origin))).toMatchObject({ kind: 'connection-failed' });
    expect(asked).toBe(6);
  });

  it('ends when the run does', async () => {
    const clock = new ManualClock();
    const ending = new AbortController();
    const origin = await serve((request) => {
      clock.stops += 1;
      ending.abort(new Error('the end'));
      request.socket.destroy();
    });
    const { http } = clientOf(clock);
    await expect(http.open(origin, asking({ signal: ending.signal }))).rejects.toThrow('the end');
    await settled();
  });
});
