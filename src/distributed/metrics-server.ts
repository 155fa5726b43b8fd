import { once } from 'node:events';
import { createServer } from 'node:http';
import { Fault } from '../model/fault.ts';
import { metricsMediaType } from '../text/metric-text.ts';

/** The address for metrics cannot be used. */
class MetricsFault extends Fault {
  override readonly name = 'MetricsFault' as const;
}

/**
 * Serves metrics at `/metrics`.
 * @param read gives the text; a fault of it becomes status 503
 * @returns ends the server
 * @throws {MetricsFault} where the address cannot be used
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<string>,
): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': metricsMediaType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { message } = error as Error; // servers emit errors
    throw new MetricsFault(`metrics cannot be served: ${message}`, { cause: error });
  }
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
