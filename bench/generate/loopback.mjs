/**
 * Lets a server listen on a free port of 127.0.0.1.
 * @param {import('node:http').Server} server
 * @returns {Promise<string>} its origin
 */
export function listen(server) {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

/**
 * Ends a server and all of its connections.
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
export function end(server) {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
