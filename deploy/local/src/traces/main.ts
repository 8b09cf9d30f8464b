import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readSettings } from '../settings.ts';
import type { StoredSpan } from './receiver.ts';
import { drawTrace, findTraces } from './tree.ts';

const id = process.argv[2];
const { dataDir } = readSettings(process.env);
const files = ['traces.jsonl.1', 'traces.jsonl'].map((name) => join(dataDir, name)).filter((path) => existsSync(path));
if (id === undefined) {
  console.error('Usage: npm run trace -- <trace id or request id>');
  process.exit(2);
}
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
