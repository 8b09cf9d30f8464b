import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineRun, Misuse } from '../../../harness/src/define-run.ts';
import { readSettings } from '../settings.ts';
import type { StoredSpan } from './receiver.ts';
import { drawTrace, findTraces } from './tree.ts';

const run = defineRun({
  name: 'trace',
  summary: 'Draws what one request did in all services, from the spans that the stack has kept.',
  positional: {
    shape: '<id>',
    about: "a trace's id, or a request's (x-request-id)",
    read: ([id, ...more]): string => {
      if (id === undefined || more.length > 0) {
        throw new Misuse('Name one trace or request.');
      }
      return id;
    },
  },
  environment: { POSTLOOM_DATA_DIR: 'the data folder of the stack (.data)' },
});
const id = run.positional;
const { dataDir } = readSettings(process.env);
const files = ['traces.jsonl.1', 'traces.jsonl'].map((name) => join(dataDir, name)).filter((path) => existsSync(path));
const spans: StoredSpan[] = [];
for (const file of files) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.startsWith('{') && line.endsWith('}')) {
      spans.push(JSON.parse(line) as StoredSpan);
    }
  }
}
const traces = findTraces(spans, id);
if (traces.size === 0) {
  console.error(
    `No trace with ${id} among ${spans.length} spans in ${dataDir}. Spans arrive about a second after they end.`,
  );
  process.exit(1);
}
for (const [traceId, list] of traces) {
  console.log(`trace ${traceId}: ${list.length} spans, ${new Set(list.map((span) => span.service)).size} services`);
  for (const line of drawTrace(list)) {
    console.log(line);
  }
}
