import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One span as it is kept: a line of `traces.jsonl`. */
export interface StoredSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  /** Milliseconds since the epoch, with fraction. */
  readonly start: number;
  readonly ms: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value?: Readonly<Record<string, unknown>>;
}
/** A span as OTLP/JSON writes it. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind?: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly status?: { readonly code?: number };
}
interface OtlpBody {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly OtlpAttribute[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[];
  }[];
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
const longestFile = 50 * 1024 * 1024;

const valuesOf = (attributes: readonly OtlpAttribute[] = []): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value ?? {})[0] ?? '')]));

/** The spans of an OTLP/HTTP JSON body. */
export const spansOf = (body: OtlpBody): StoredSpan[] =>
  (body.resourceSpans ?? []).flatMap((resource) => {
    const service = valuesOf(resource.resource?.attributes)['service.name'] ?? '';
    return (resource.scopeSpans ?? []).flatMap((scope) =>
      (scope.spans ?? []).map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        service: service.replace(/^postloom-/, ''),
        name: span.name,
        kind: kinds[span.kind ?? 0] ?? '',
        start: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        ms: Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1000n) / 1000,
        isError: span.status?.code === 2,
        attributes: valuesOf(span.attributes),
      })),
    );
  });

/** Appends to the file, which turns over at 50 MB: at most two files, never a full disk. */
export const appendSpans = (file: string, spans: readonly StoredSpan[]): void => {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > longestFile) {
    renameSync(file, `${file}.1`);
  }
  appendFileSync(file, spans.map((span) => `${JSON.stringify(span)}\n`).join(''));
};

/** Starts a small OTLP/HTTP (JSON) receiver on 127.0.0.1 that keeps spans in `file`. */
export const startTraceReceiver = async (port: number, file: string): Promise<{ stop(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > 8 * 1024 * 1024) {
        request.destroy();
      } else {
        pieces.push(piece);
      }
    });
    request.on('error', () => response.destroy());
    request.on('end', () => {
      try {
        const raw = Buffer.concat(pieces);
        const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
        appendSpans(file, spansOf(JSON.parse(text.toString('utf8')) as OtlpBody));
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
