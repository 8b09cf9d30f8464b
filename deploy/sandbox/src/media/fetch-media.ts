import http from 'node:http';
import https from 'node:https';

/** Why a picture could not be pulled, in words for the ledger's request list. */
export class PullError extends Error {
  readonly kind: 'unreachable' | 'status' | 'timeout' | 'too_large' | 'bad_url';

  constructor(kind: PullError['kind'], message: string) {
    super(message);
    this.name = 'PullError';
    this.kind = kind;
  }
}

const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 64, timeout: 30_000 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 64, timeout: 30_000 }),
};

/** Who pulls: how many redirects it follows, and its user agent. */
export interface Puller {
  readonly redirects: number;
  readonly agent: string;
}

const meta: Puller = { redirects: 3, agent: 'facebookexternalhit/1.1' };

/**
 * Pulls a picture by its URL, without any credentials, as the platforms' servers do (Meta's by default): http(s), ASCII
 * only, at most `limit` bytes, ten seconds in all. Throws PullError.
 */
export async function pullMedia(address: string, limit: number, puller: Puller = meta): Promise<Buffer> {
  let current = address;
  for (let hop = 0; hop <= puller.redirects; hop += 1) {
    // The documented rule is "ASCII only".
    if (!/^[\x21-\x7e]+$/.test(current)) {
      throw new PullError('bad_url', 'only ASCII characters are supported in the URL');
    }
    if (!URL.canParse(current)) {
      throw new PullError('bad_url', 'not a URL');
    }
    const url = new URL(current);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new PullError('bad_url', 'not an http URL');
    }
    const answer = await request(url, limit, puller.agent);
    if (answer.location === null) {
      return answer.body;
    }
    current = new URL(answer.location, url).href;
  }
  throw new PullError('status', 'too many redirects');
}

/** Closes idle connections, so that a stopping process does not wait for them. */
export function closePullConnections(): void {
  agents.http.destroy();
  agents.https.destroy();
}

function request(url: URL, limit: number, userAgent: string): Promise<{ body: Buffer; location: string | null }> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const call = (secure ? https : http).get(url, {
      agent: secure ? agents.https : agents.http,
      headers: { 'user-agent': userAgent, accept: '*/*' },
      signal: AbortSignal.timeout(10_000),
    });
    call.on('error', (error) => {
      const timedOut = error.name === 'AbortError' || error.name === 'TimeoutError';
      reject(new PullError(timedOut ? 'timeout' : 'unreachable', timedOut ? 'timed out' : error.message));
    });
    call.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400 && response.headers.location !== undefined) {
        response.resume();
        resolve({ body: Buffer.alloc(0), location: response.headers.location });
        return;
      }
      if (status !== 200) {
        response.resume();
        reject(new PullError('status', `the server answered ${status}`));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > limit) {
          call.destroy();
          reject(new PullError('too_large', `more than ${limit} bytes`));
          return;
        }
        chunks.push(chunk);
      });
      response.on('end', () => resolve({ body: Buffer.concat(chunks), location: null }));
      response.on('aborted', () => reject(new PullError('unreachable', 'the connection broke off')));
      response.on('error', (error) => reject(new PullError('unreachable', error.message)));
    });
  });
}
