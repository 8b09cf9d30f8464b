/**
 * The least that a caption costs: whoever asks gets the provider's answer to a picture, fetched, written into the request and sent. Nobody is asked who they
 * are, nothing is counted, kept, told or cleaned.
 */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the starter sends as soon as this process runs. */
export interface BaselineOrder {
  readonly mediaUrl: string;
  readonly providerUrl: string;
}

export interface BaselineReady {
  readonly url: string;
}

/** Milliseconds of processor so far, told to the starter. */
export interface BaselineNote {
  readonly cpuMs: number;
  readonly rssMb: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000, maxFreeSockets: 1_000 });

function exchange(url: string, body?: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json', 'content-length': body.length };
    const asked = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function caption({ mediaUrl, providerUrl }: BaselineOrder): Promise<string> {
  const picture = await exchange(`${mediaUrl}/picture`);
  const url = `data:image/jpeg;base64,${picture.toString('base64')}`;
  const content = [
    { type: 'text', text: 'Write one caption for the picture.' },
    { type: 'image_url', image_url: { url } },
  ];
  const body = Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }));
  const answer = JSON.parse((await exchange(`${providerUrl}/chat/completions`, body)).toString()) as {
    choices: [{ message: { content: string } }];
  };
  return answer.choices[0].message.content;
}

function note(): void {
  const { user, system } = process.cpuUsage();
  const said: BaselineNote = { cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 1_048_576 };
  // Whoever measured may have gone in this moment, and this process is about to go with them.
  process.send?.(said, undefined, undefined, () => undefined);
}

process.once('disconnect', () => process.exit());
process.once('message', (order: BaselineOrder) => {
  const server = createServer((_request, response) => {
    caption(order).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies BaselineReady);
    setInterval(note, 100).unref();
  });
});
