import http from 'node:http';
import https from 'node:https';

/** What the receiver answered; status 0 when there was no answer. */
export interface Delivered {
  readonly status: number;
  readonly body: string;
  /** Why there was no answer. */
  readonly error?: string;
}

export interface Message {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 8 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 8 }),
};
const mostBytes = 64 * 1024;

/** Sends one message and gives back the answer, cut at 64 KiB. Ten seconds at most; never throws for what the receiver does. */
export function deliver(message: Message): Promise<Delivered> {
  return new Promise((resolve) => {
    const url = new URL(message.url);
    const secure = url.protocol === 'https:';
    const call = (secure ? https : http).request(url, {
      method: message.method,
      agent: secure ? agents.https : agents.http,
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
      signal: AbortSignal.timeout(10_000),
    });
    const failed = (error: Error): void => resolve({ status: 0, body: '', error: error.message });
    call.on('error', failed);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        if (size < mostBytes) {
          chunks.push(chunk);
        }
        size += chunk.length;
      });
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8').slice(0, mostBytes);
        resolve({ status: response.statusCode ?? 0, body });
      });
      response.on('error', failed);
    });
    call.end(message.body);
  });
}

/** Closes idle connections, so that a stopping process does not wait for them. */
export function closeDeliveryConnections(): void {
  agents.http.destroy();
  agents.https.destroy();
}
