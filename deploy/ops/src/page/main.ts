import { defineRun, number, text } from '../../../harness/src/define-run.ts';
import { databaseUrl } from '../database-url.ts';
import { opsPage } from './server.ts';

const run = defineRun({
  name: 'ops-page',
  summary:
    'Serves the operators’ page on this machine alone: the promise, what fires, platforms, queues, providers, and what can be done. It only reads, and runs until it is interrupted.',
  prefix: 'OPS_PAGE_',
  settings: {
    port: number(3990, 'where it listens, on 127.0.0.1'),
    prometheus: text('URL', 'Prometheus, when PROMETHEUS_URL does not name it'),
  },
  environment: {
    PROMETHEUS_URL: 'where Prometheus answers',
    DATABASE_URL: 'the publisher’s database, as publisher_worker or an administrator: what is stopped and paused',
    POSTLOOM_DATA_DIR: 'without DATABASE_URL the stack that runs there (.data)',
  },
  examples: [
    ['PROMETHEUS_URL=http://localhost:9090 npm run ops-page', 'with the Prometheus of docker compose'],
    ['kubectl -n monitoring port-forward service/prometheus-operated 9090', 'leads there the one of a cluster'],
  ],
});
const { port, prometheus = process.env['PROMETHEUS_URL'] } = run.settings;
const server = opsPage({
  prometheusUrl: prometheus === '' ? undefined : prometheus,
  databaseUrl: databaseUrl(process.env),
});
server.once('error', (error) => {
  console.error(`The page can't be served: ${error.message}`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => console.log(`The operators' page is at http://localhost:${port}`));
