import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for OpenAI that answers what a test puts in, first in first out, and `{}` when nothing is left. */
export interface AnsweringProvider {
  readonly env: Record<string, string>;
  readonly answers: unknown[];
  /** The bodies of the requests, oldest first. */
  readonly seen: string[];
  close(): void;
}

export async function startAnsweringProvider(): Promise<AnsweringProvider> {
  const answers: unknown[] = [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen.push(body);
      const content = JSON.stringify(answers.shift() ?? {});
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    answers,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
