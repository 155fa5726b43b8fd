import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Handler } from './loopback.ts';

/** A file beside `test/support/tls/README.md`, as text. */
export function pem(name: string): string {
  return readFileSync(new URL(`../support/tls/${name}.pem`, import.meta.url), 'utf8');
}

/** Starts an https server on 127.0.0.1 that requests, but does not require, a certificate. */
export async function serveTls(handler: Handler): Promise<string> {
  const server = createServer(
    {
      cert: pem('server'),
      key: pem('server-key'),
      ca: pem('ca'),
      requestCert: true,
      rejectUnauthorized: false,
    },
    handler,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // as it listens on a port
  return `https://127.0.0.1:${port}`;
}

/** The name in the certificate of the client, if `ca.pem` authenticates it. */
export const whoAsks: Handler = ({ socket }, response) => {
  const known = socket instanceof TLSSocket && socket.authorized;
  response.end(known ? String(socket.getPeerCertificate().subject.CN) : 'nobody');
};
