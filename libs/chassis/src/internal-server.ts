import http from 'node:http';
import type { HealthRegistry } from './health.ts';
import { collectProcessMetrics, METRICS_CONTENT_TYPE, metricsText } from './metrics.ts';
import { messageOf } from './errors.ts';

export interface InternalServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Health and metrics on a port of their own, never routed to the outside:
 * `/health/live` (the event loop turns, no dependency), `/health/ready`, `/metrics`.
 */
export async function startInternalServer(health: HealthRegistry, host: string, port: number): Promise<InternalServer> {
  collectProcessMetrics();
  const server = http.createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/health/live') {
      answerJson(response, 200, { status: 'live' });
    } else if (path === '/health/ready') {
      void health.readiness().then(({ ready, problems }) => {
        answerJson(response, ready ? 200 : 503, ready ? { status: 'ready' } : { status: 'not ready', problems });
      });
    } else if (path === '/metrics') {
      metricsText().then(
        (text) => response.writeHead(200, { 'content-type': METRICS_CONTENT_TYPE }).end(text),
        (error: unknown) => answerJson(response, 500, { error: messageOf(error) }),
      );
    } else {
      answerJson(response, 404, { error: 'not_found' });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerJson(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
