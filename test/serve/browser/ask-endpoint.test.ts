import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askEndpoint } from '../../../src/serve/browser/query/ask-endpoint.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The URL of an endpoint that answers in one way. */
async function endpoint(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`;
}

async function ask(answer: Answer, signal = new AbortController().signal) {
  const url = await endpoint(answer);
  return askEndpoint({ url, query: 'ASK {}', timeout: '30' }, signal);
}

describe('a query from the page', () => {
  it('is sent as a form', async () => {
    let sent = '';
    const outcome = await ask((request, response) => {
      request.on('data', (part: Buffer) => {
        sent += part.toString();
      });
      request.on('end', () => {
        response.setHeader('Content-Type', 'application/sparql-results+json');
        response.end('{"boolean":true}');
      });
    });
    expect(sent).toBe('query=ASK+%7B%7D&timeout=30');
    expect(outcome).toEqual({ kind: 'answer', answer: { kind: 'boolean', value: true } });
  });

  it('is told the place of a mistake', async () => {
    const outcome = await ask((_, response) => {
      const detail = 'LIMT is no word of SPARQL';
      response.writeHead(400, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ title: 'Invalid query', detail, line: 2, column: 5 }));
    });
    expect(outcome).toEqual({
      kind: 'problem',
      problem: {
        status: 400,
        title: 'Invalid query',
        detail: 'LIMT is no word of SPARQL',
        place: { line: 2, column: 5 },
      },
    });
  });

  it('is told how long to wait', async () => {
    const outcome = await ask((_, response) => {
      response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '7' }).end('Busy');
    });
    expect(outcome).toMatchObject({ problem: { status: 503, detail: 'Busy', retryAfter: 7 } });
  });

  it.each<[string, Answer]>([
    ['ends', (request) => request.socket.destroy()],
    [
      'is cut',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{');
        setTimeout(() => response.destroy(), 10);
      },
    ],
    [
      'is not JSON',
      (_, response) => {
        response.setHeader('Content-Type', 'application/sparql-results+json');
        response.end('<html>');
      },
    ],
  ])('has a problem where the answer %s', async (_, answer) => {
    expect(await ask(answer)).toMatchObject({ kind: 'problem', problem: { status: 0 } });
  });

  it('closes the connection when it is cancelled', async () => {
    const controller = new AbortController();
    const closing: Promise<unknown>[] = [];
    const asked = ask(({ socket }) => {
      closing.push(once(socket, 'close'));
      controller.abort(new Error('cancelled'));
    }, controller.signal);
    await expect(asked).rejects.toThrow('cancelled');
    expect(closing).toHaveLength(1);
    await closing[0];
  });
});
