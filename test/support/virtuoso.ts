import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inject, onTestFinished } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Answer, createDigestClient, type Message } from './digest-client.mjs';
import {
  isVirtuosoInstalled,
  lacksVirtuoso,
  startVirtuoso,
  type Virtuoso,
  type VirtuosoAddress,
} from './virtuoso-process.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A URL on this machine whose answer is the address of the shared Virtuoso, as JSON. */
    virtuosoStarter: string;
  }
}

/** Starts one Virtuoso for all tests when the first of them asks for it, and ends it after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isVirtuosoInstalled) process.stderr.write(`SPARQL stores${lacksVirtuoso}\n`);
  let started: Promise<Virtuoso> | undefined;
  const starter = createServer((_, response) => {
    started ??= startVirtuoso();
    started.then(
      ({ query, update, graphStore, credentials }) =>
        response.end(JSON.stringify({ query, update, graphStore, credentials })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  // A server on a TCP port has such an address.
  const { port } = starter.address() as AddressInfo;
  project.provide('virtuosoStarter', `http://127.0.0.1:${port}/`);
  return async () => {
    starter.close();
    await started?.then(
      async ({ close }) => close(),
      () => undefined,
    );
  };
}

/**
 * The Virtuoso that all test files share; the first call starts it. Tests use graphs whose names
 * begin with a prefix of their own, and leave others alone.
 */
export async function sharedVirtuoso(): Promise<VirtuosoAddress> {
  const response = await fetch(inject('virtuosoStarter'));
  if (!response.ok) throw new Error(await response.text());
  // The server above writes such an object.
  return (await response.json()) as VirtuosoAddress;
}

/** A Virtuoso of a single test, which may kill it; it ends with the test. */
export async function virtuosoOfTest(
  options?: Parameters<typeof startVirtuoso>[0],
): Promise<Virtuoso> {
  const virtuoso = await startVirtuoso(options);
  onTestFinished(virtuoso.close);
  return virtuoso;
}

/** Replaces a graph of a Virtuoso by N-Triples, without our own client. */
export async function putGraph(
  virtuoso: VirtuosoAddress,
  graph: string,
  triples: string,
): Promise<void> {
  const message = { body: triples, type: 'application/n-triples' };
  const { status, text } = await askStore(virtuoso, 'PUT', { graph, ...message });
  if (status !== 200 && status !== 201) throw new Error(`${status} ${text}`);
}

/** The lines of a graph of a Virtuoso as N-Triples; undefined if it is not there. */
export async function getGraph(
  virtuoso: VirtuosoAddress,
  graph: string,
): Promise<readonly string[] | undefined> {
  const { status, text } = await askStore(virtuoso, 'GET', {
    graph,
    accept: 'application/n-triples',
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return text.split('\n').filter((line) => line !== '');
}

async function askStore(
  { graphStore, credentials }: VirtuosoAddress,
  method: string,
  { graph, ...message }: Message & { readonly graph: string },
): Promise<Answer> {
  const client = createDigestClient(credentials);
  try {
    const url = `${graphStore}?graph-uri=${encodeURIComponent(graph)}`;
    return await client.send(method, url, message);
  } finally {
    client.close();
  }
}
