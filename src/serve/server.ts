import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { exitCodes, Fault } from '../model/fault.ts';
import type { AccessEntry, AccessLog } from './access-log.ts';

/** The limits of a server. Times are in milliseconds. */
export const serverBounds = {
  /** Request line and header fields together, in bytes; a longer request gets 431. */
  headerBytes: 16_384,
  /** The time in which a client must send a whole request, or its header fields. */
  requestMs: 10_000,
  /** The idle time between two requests of one connection. */
  idleMs: 60_000,
  /** The time after which a client that reads nothing of its response is disconnected. */
  stalledMs: 20_000,
  /** The time in which a client must read a whole response. */
  answerMs: 600_000,
  connections: 1000,
  /** The time given to requests in progress when the server closes. */
  closingMs: 10_000,
} as const;

/** The server cannot listen at the address. */
export class ListenFault extends Fault {
  override readonly name = 'ListenFault' as const;
  override readonly exitCode = exitCodes.usage;
}

type ServerBounds = { readonly [Name in keyof typeof serverBounds]: number };

/** Where a server listens, and its limits. */
export interface ListenOptions {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly log?: AccessLog | undefined;
  /** Limits that differ from `serverBounds`. */
  readonly bounds?: Partial<ServerBounds> | undefined;
}

/** Answers requests. */
type Fetch = (request: Request) => Response | Promise<Response>;

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /**
   * Called in the same turn of the event loop in which the server begins to listen, because a
   * request may already be waiting.
   * @param takesBody says for a path whether bodies of requests are read there, within bounds
   */
  readonly answerWith: (fetch: Fetch, takesBody?: (path: string) => boolean) => void;
  /** Accepts no more connections, and finishes requests in progress. */
  readonly close: () => Promise<void>;
}

/**
 * Starts to listen for requests.
 * @throws {ListenFault} when the port is in use, or the address is not one of this machine
 */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const { host, port, log } = options;
  const bounds: ServerBounds = { ...serverBounds, ...options.bounds };
  const server = createServer({
    maxHeaderSize: bounds.headerBytes,
    requestTimeout: bounds.requestMs,
    headersTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.idleMs,
    connectionsCheckingInterval: 1000,
  });
  server.maxConnections = bounds.connections;
  await bind(server, host, port);
  return {
    // A TCP server has an address object; a string would be the path of a pipe.
    port: (server.address() as AddressInfo).port,
    answerWith: (fetch, takesBody = () => false) => {
      const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
      server.on('request', (request, response) => {
        watch(response, bounds, (answered) => log?.write({ ...answered, ...targetOf(request) }));
        // The site keeps the URL of `--base`, whatever `Host` header a client sends.
        request.headers.host = 'localhost';
        request.url = request.url?.replace(/^https?:\/\/[^/?]*/iu, '');
        if (hasBody(request) && !takesBody(pathOf(request))) refuseBody(request, response);
        else void answer(request, response);
      });
    },
    close: async () => closeServer(server, bounds),
  };
}

function targetOf({
  method = '',
  url = '',
}: IncomingMessage): Pick<AccessEntry, 'method' | 'target'> {
  return { method, target: url };
}

/** Disconnects a client that does not read its response, and reports how the response ended. */
function watch(
  response: ServerResponse,
  { answerMs, stalledMs }: ServerBounds,
  onEnd: (answered: Omit<AccessEntry, 'method' | 'target'>) => void,
): void {
  const startedAt = performance.now();
  const deadline = setTimeout(() => response.destroy(), answerMs);
  // The client is not to blame for a delay before its response begins.
  response.setTimeout(stalledMs, () => {
    if (response.headersSent) response.destroy();
  });
  response.once('close', () => {
    clearTimeout(deadline);
    onEnd({
      status: response.statusCode,
      // A response whose body failed is finished, too.
      isWhole: response.writableFinished && response.errored === null,
      ms: performance.now() - startedAt,
    });
  });
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Answers without reading the body, which ends the connection. */
function refuseBody({ method }: IncomingMessage, response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  if (method === 'GET' || method === 'HEAD') {
    response.writeHead(413, headers).end('A request has no body.\n');
  } else {
    response.writeHead(405, { ...headers, Allow: 'GET, HEAD' });
    response.end('Only GET and HEAD are answered.\n');
  }
}

async function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenFault(error, host, port));
    });
    server.listen({ host, port }, resolve);
  });
}

const listenTroubles: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; give another one with --port',
  EACCES: 'may not be used by this user; give one from 1024 on with --port',
  EADDRNOTAVAIL: 'is no address of this machine; give another one with --host',
  ENOTFOUND: 'is no address of this machine; give another one with --host',
};

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const trouble = listenTroubles[error.code ?? ''];
  if (trouble === undefined) return error;
  const isPort = error.code === 'EADDRINUSE' || error.code === 'EACCES';
  const what = isPort ? `port ${port} of ${host}` : host;
  return new ListenFault(`${what} ${trouble}`, { cause: error });
}

async function closeServer(server: Server, { closingMs }: ServerBounds): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), closingMs);
    // While the server closes, a finished connection would otherwise wait for another request.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
  });
}
