import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { configSchema, type HttpConfig } from '../../src/config/schema.ts';
import { HttpClient, type HttpClientOptions } from '../../src/web/http-client.ts';
import { Hosts, type HostsOptions } from '../../src/web/hosts.ts';
import { ResourceError, type OpenOptions, type ResponseBody } from '../../src/model/http.ts';
import type { Problem } from '../../src/model/problem.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on a free port of 127.0.0.1 until the test ends. @returns its origin */
export async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // as it listens on a port
  return `http://127.0.0.1:${port}`;
}

/** Answers each path with its handler or text, and others with 404. */
export function paths(table: Record<string, Handler | string>): Handler {
  return (request, response) => {
    const entry = table[request.url ?? ''];
    if (entry === undefined) response.writeHead(404).end();
    else if (typeof entry === 'string') response.end(entry);
    else entry(request, response);
  };
}

const defaults = configSchema.parse({
  store: { path: 'catalogue' },
  sources: [{ name: 'a', urls: ['https://a.example.org/'] }],
});

/** The default limits, with the maximum compression ratio. */
export const limits = { ...defaults.limits, maxRatio: defaults.http.maxRatio };

/** Changes to the default configuration. */
export type HttpChanges = Partial<Omit<HttpConfig, 'perHost'>> & {
  readonly perHost?: Partial<HttpConfig['perHost']>;
};

/** The default configuration, but without delay, and for loopback. */
export function httpConfig(changes: HttpChanges = {}): HttpConfig {
  return {
    ...defaults.http,
    allowPrivateAddresses: true,
    ...changes,
    perHost: { ...defaults.http.perHost, delayMs: 0, ...changes.perHost },
  };
}

export interface ClientSeams extends HttpClientOptions, Pick<HostsOptions, 'backOffMs'> {}

/** A client that retries quickly; closed when the test ends. */
export function client(
  changes: HttpChanges = {},
  { backOffMs = 1, ...seams }: ClientSeams = {},
): HttpClient {
  const config = httpConfig(changes);
  const hosts = new Hosts(config, { backOffMs });
  const made = new HttpClient(config, '1.2.3', { hosts, ...seams });
  onTestFinished(() => made.close());
  return made;
}

/** Options for `open` with a signal that is never aborted. */
export function asking(options: Partial<OpenOptions> = {}): OpenOptions {
  return { signal: new AbortController().signal, accept: '*/*', ...options };
}

export async function textOf(body: ResponseBody): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** Reads a body as a stream, as text. */
export async function read(
  http: HttpClient,
  url: string,
  options: Partial<OpenOptions> = {},
): Promise<string> {
  const { body } = await http.open(url, asking(options));
  return textOf(body);
}

/** Reads a whole body, with retries where it breaks off. */
export async function readWhole(
  http: HttpClient,
  url: string,
  options: Partial<OpenOptions> = {},
): Promise<string> {
  const { body } = await http.read(url, asking(options), textOf);
  return body;
}

/** The problem that a promise is rejected with. Any other error fails the test. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ResourceError) return error.problem;
    throw error;
  }
  throw new Error('There was no problem.');
}
