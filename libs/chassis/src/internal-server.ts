import http from 'node:http';
import type { HealthRegistry } from './health.ts';
import { defineMetrics, gauge, metricsText } from './metrics.ts';

const metrics = defineMetrics('process', {
  residentBytes: gauge('Resident memory of the process'),
  heapBytes: gauge('JavaScript heap in use'),
  uptimeSeconds: gauge('Seconds since the process started'),
  cpuSeconds: gauge('Processor time used so far, user and system'),
});
metrics.residentBytes.observe(() => process.memoryUsage.rss());
metrics.heapBytes.observe(() => process.memoryUsage().heapUsed);
metrics.uptimeSeconds.observe(() => process.uptime());
metrics.cpuSeconds.observe(() => {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1e6;
});

export interface InternalServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Health and metrics on a port of their own, never routed to the outside:
 * `/health/live` (the event loop turns, no dependency), `/health/ready`, `/metrics`.
 */
export async function startInternalServer(health: HealthRegistry, host: string, port: number): Promise<InternalServer> {
  const server = http.createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/health/live') {
      answerJson(response, 200, { status: 'live' });
    } else if (path === '/health/ready') {
      void health.readiness().then(({ ready, problems }) => {
        answerJson(response, ready ? 200 : 503, ready ? { status: 'ready' } : { status: 'not ready', problems });
      });
    } else if (path === '/metrics') {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metricsText());
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
