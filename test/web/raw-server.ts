import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server whose handler writes raw bytes, HTTP or not. @returns its origin */
export async function serveRaw(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo; // as it listens on a port
  return `http://127.0.0.1:${port}`;
}

/** Writes a text repeatedly while the connection is open. */
export function flood(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}
