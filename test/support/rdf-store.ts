import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { namedNode, parse, Store } from 'oxigraph';
import { pem } from '../web/tls-server.ts';
import { type Access, AccessControl, type ReceivedRequest } from './store-access.ts';

/** What happens to a request instead of its answer. */
export type OrderedFault =
  /** The connection is closed before, or after, the request has its effect. */
  | { readonly cut: 'before' | 'after' }
  /** Half of the answer is sent, then the connection is closed. */
  | { readonly cut: 'body' }
  /** No response comes. */
  | { readonly cut: 'never' }
  | {
      readonly status: number;
      readonly fields?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** How a store differs from one that is open to everybody and never fails. */
export interface RdfStoreOptions {
  readonly access?: Access;
  /** Whether it is https, where writes need the certificate of `test/support/tls`. */
  readonly tls?: boolean;
  /** The `Server` field. */
  readonly server?: string;
  /** A larger body is refused with 413. */
  readonly maxBytes?: number;
  /** Asked for each request that is authenticated; `nth` counts all of them from 1. */
  readonly fault?: (request: ReceivedRequest, nth: number) => OrderedFault | undefined;
}

/** A SPARQL 1.1 store on 127.0.0.1. */
export interface RdfStore {
  readonly graphStore: string;
  readonly update: string;
  readonly query: string;
  /** All requests, in their order, refused ones too. */
  readonly requests: readonly ReceivedRequest[];
  /** What it holds; tests may change it. */
  readonly held: Store;
  /** The sorted lines of a graph as N-Triples. */
  readonly linesOf: (graph: string) => readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a real SPARQL store over Oxigraph in this process: Graph Store, Update and Query, the last
 * over the union of all graphs.
 */
export async function startRdfStore(options: RdfStoreOptions = {}): Promise<RdfStore> {
  const held = new Store();
  const requests: ReceivedRequest[] = [];
  const access = new AccessControl(options.access);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer({ request, response, held, requests, access, options }).catch(() =>
      request.socket.destroy(),
    );
  };
  const server =
    options.tls === true
      ? createTlsServer(
          {
            cert: pem('server'),
            key: pem('server-key'),
            ca: pem('ca'),
            requestCert: true,
            rejectUnauthorized: false,
          },
          handle,
        )
      : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  const origin = `${options.tls === true ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    graphStore: `${origin}/graph-store`,
    update: `${origin}/update`,
    query: `${origin}/query`,
    requests,
    held,
    linesOf: (graph) => dump(held, graph).split('\n').filter(Boolean).toSorted(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly held: Store;
  readonly requests: ReceivedRequest[];
  readonly access: AccessControl;
  readonly options: RdfStoreOptions;
}

interface Reply {
  readonly status: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, response, requests, access, options } = exchange;
  const received = await receive(request);
  requests.push(received);
  const send = (reply: Reply): void => {
    received.status = reply.status;
    response.writeHead(reply.status, {
      ...(options.server !== undefined && { server: options.server }),
      ...reply.fields,
    });
    response.end(reply.body);
  };
  const { socket } = request;
  const isUnknown = socket instanceof TLSSocket && !socket.authorized && received.method !== 'GET';
  const refusal =
    access.check(received) ?? (isUnknown ? { status: 403, body: 'no certificate' } : undefined);
  if (refusal === undefined) replyAsOrdered(exchange, received, send);
  else send(refusal);
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest & { status: number }> {
  const { method = '', url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://store.example');
  return {
    method,
    service: pathname.slice(1),
    graph: searchParams.get('graph') ?? undefined,
    target: url,
    body: await readText(request),
    authorization: headers.authorization,
    contentType: headers['content-type'],
    status: 0,
  };
}

/** Answers a request that is authenticated, or fails as ordered. */
function replyAsOrdered(
  { request, response, held, requests, access, options }: Exchange,
  received: ReceivedRequest,
  send: (reply: Reply) => void,
): void {
  const fault = options.fault?.(received, requests.length);
  if (fault !== undefined && 'status' in fault) {
    send(fault);
    return;
  }
  const cut = fault?.cut;
  if (cut === 'never') return;
  const { accept = '*/*' } = request.headers;
  const made = cut === 'before' ? undefined : replyTo(held, received, { ...options, accept });
  if (made === undefined || cut === 'after') request.socket.destroy();
  else if (cut === 'body') cutInTheMiddle(response, made);
  else send({ ...made, fields: { ...access.infoFor(received), ...made.fields } });
}

function cutInTheMiddle(response: ServerResponse, { status, fields, body = '' }: Reply): void {
  const half = body.slice(0, body.length / 2);
  response.writeHead(status, { ...fields, 'content-length': Buffer.byteLength(body) + 1 });
  response.write(half, () => setImmediate(() => response.destroy()));
}

function replyTo(
  held: Store,
  received: ReceivedRequest,
  { maxBytes = Infinity, accept }: RdfStoreOptions & { readonly accept: string },
): Reply {
  if (Buffer.byteLength(received.body) > maxBytes) return { status: 413, body: 'too large' };
  try {
    if (received.service === 'graph-store') return graphStoreReply(held, received);
    if (received.service === 'update') return updateReply(held, received);
    return received.service === 'query' ? queryReply(held, received, accept) : { status: 404 };
  } catch (error) {
    return { status: 400, fields: { 'content-type': 'text/plain' }, body: String(error) };
  }
}

const graphFormats: ReadonlyMap<string, string> = new Map([
  ['application/n-triples', 'nt'],
  ['text/turtle', 'ttl'],
]);

function graphStoreReply(held: Store, received: ReceivedRequest): Reply {
  const { method, graph } = received;
  if (graph === undefined) return { status: 400, body: 'no graph' };
  const isThere = held.match(null, null, null, namedNode(graph)).length > 0;
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (!isThere) return { status: 404 };
      return {
        status: 200,
        fields: { 'content-type': 'application/n-triples' },
        body: method === 'HEAD' ? '' : dump(held, graph),
      };
    case 'DELETE':
      held.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
      return { status: isThere ? 204 : 404 };
    case 'PUT':
    case 'POST':
      return putReply(held, { ...received, graph }) ?? { status: isThere ? 204 : 201 };
    default:
      return { status: 405 };
  }
}

/** @returns undefined if the graph was taken */
function putReply(
  held: Store,
  { method, graph, body, contentType = '' }: ReceivedRequest & { readonly graph: string },
): Reply | undefined {
  const format = graphFormats.get(contentType);
  if (format === undefined) return { status: 415 };
  // A text with mistakes must not change anything.
  parse(body, { format });
  const name = namedNode(graph);
  if (method === 'PUT') held.update(`DROP SILENT GRAPH ${name.toString()}`);
  held.load(body, { format, to_graph_name: name });
  return undefined;
}

function updateReply(held: Store, { method, body, contentType = '' }: ReceivedRequest): Reply {
  if (method !== 'POST') return { status: 405 };
  const isDirect = contentType.startsWith('application/sparql-update');
  const update = isDirect ? body : new URLSearchParams(body).get('update');
  if (update === null) return { status: 400, body: 'no update' };
  held.update(update);
  return { status: 204 };
}

const resultFormats: readonly (readonly [string, string])[] = [
  ['application/n-triples', 'nt'],
  ['text/turtle', 'ttl'],
  ['application/n-quads', 'nq'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['application/sparql-results+xml', 'xml'],
  ['application/sparql-results+json', 'json'],
];

function queryReply(held: Store, received: ReceivedRequest, accept: string): Reply {
  const { target, body, contentType = '' } = received;
  const isDirect = contentType.startsWith('application/sparql-query');
  const inUrl = new URL(target, 'http://store.example').searchParams.get('query');
  const query = inUrl ?? (isDirect ? body : new URLSearchParams(body).get('query'));
  if (query === null) return { status: 400, body: 'no query' };
  const [type, format] = resultFormats.find(([each]) => accept.includes(each)) ?? [
    'application/sparql-results+json',
    'json',
  ];
  const result = held.query(query, { results_format: format, use_default_graph_as_union: true });
  // With a format the result is a text.
  return { status: 200, fields: { 'content-type': type }, body: result as string };
}

function dump(held: Store, graph: string): string {
  return held.dump({ format: 'nt', from_graph_name: namedNode(graph) });
}
