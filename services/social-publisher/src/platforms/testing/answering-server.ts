import { createServer } from 'node:http';
import type { Server } from 'node:http';

/** A platform that answers what a test sets, by path without its query, and records its requests, JSON as its fields. */
export class AnsweringServer {
  readonly asked: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  /** JSON, or a function of the query. Other paths: an empty object. */
  readonly answers: Record<string, object | ((query: URLSearchParams) => object)>;
  /** Answers other than 200 with JSON, by path. */
  readonly refusals: Record<string, { readonly status: number; readonly body: string }> = {};
  private server: Server | null = null;

  constructor(answers: Record<string, object | ((query: URLSearchParams) => object)>) {
    this.answers = answers;
  }

  /** The address where it listens. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://nowhere');
        const isJson = request.headers['content-type']?.startsWith('application/json') === true && chunks.length > 0;
        const body = isJson ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {};
        this.asked.push({ path: pathname, body });
        const refusal = this.refusals[pathname];
        if (refusal !== undefined) {
          response.writeHead(refusal.status).end(refusal.body);
          return;
        }
        const answer = this.answers[pathname] ?? {};
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(typeof answer === 'function' ? answer(searchParams) : answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server?.close(resolve) ?? resolve(null));
  }
}
