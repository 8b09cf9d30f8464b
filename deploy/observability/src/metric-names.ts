import { collectProcessMetrics, metricsText } from '../../../libs/chassis/src/metrics.ts';
import { messagingMetrics } from '../../../libs/messaging/src/messaging.metrics.ts';
import '@postloom/persistence';
import '../../../services/captions/src/metrics.ts';
import '../../../services/gateway/src/metrics.ts';
import '../../../services/identity/src/metrics.ts';
import '../../../services/media/src/metrics.ts';
import '../../../services/scheduling/src/metrics.ts';
import '../../../services/social-publisher/src/metrics.ts';
import { services } from '../../local/src/stack/services.ts';

const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
};

/** Names of all series that the services have, and of what Prometheus itself adds. */
export const definedMetrics = async (): Promise<ReadonlySet<string>> => {
  collectProcessMetrics();
  for (const { name } of services) {
    messagingMetrics(name);
  }
  const types = (await metricsText()).matchAll(/^# TYPE (\S+) (\S+)$/gm);
  return new Set([
    'up',
    ...[...types].flatMap(([, name = '', type = '']) => (suffixes[type] ?? []).map((suffix) => name + suffix)),
  ]);
};

/** What a query names: series by their names, and patterns of names as `=~<pattern>`. */
const namedMetrics = (expr: string): readonly string[] => {
  const patterns = [...expr.matchAll(/__name__=~"([^"]*)"/g)].map(([, pattern = '']) => `=~${pattern}`);
  const plain = expr.replace(/"[^"]*"/g, '""').match(/\b(?:(?:postloom|nodejs|process)[a-z0-9_:]*|up)\b/g) ?? [];
  return [...patterns, ...plain];
};

/** What of a query's names there is not. */
export const unknownMetrics = (expr: string, known: ReadonlySet<string>): readonly string[] =>
  namedMetrics(expr).filter((name) =>
    name.startsWith('=~')
      ? ![...known].some((one) => new RegExp(`^(?:${name.slice(2)})$`).test(one))
      : !known.has(name),
  );
