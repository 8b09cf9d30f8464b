import { createECDH, randomBytes } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import type { Route, Service } from '../http/router.ts';
import { secret } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import { decrypted, vapidFault } from './receive.ts';

/** A browser that takes pushes, with the key that it gives nobody. */
interface Browser {
  readonly key: ECDH;
  readonly auth: Buffer;
  readonly came: { text: string; ttl: number; urgency: string; topic: string }[];
  refused: string[];
  /** How the next pushes are answered; the status 410 stays. */
  answers: { status: number; retryAfter?: number }[];
}

/** Most browsers that are remembered. */
const MOST_BROWSERS = 1_000;

export interface PushService extends Service {
  readonly controls: readonly Route[];
}

/** The push service of a browser's maker (RFC 8030), and the browsers whose pushes it opens. In memory: a restart forgets them. */
export function pushService(world: World, changed: () => void): PushService {
  const browsers = new Map<string, Browser>();
  const known = (call: Call, then: (browser: Browser, id: string) => Reply): Reply => {
    const id = call.params['id'] ?? '';
    const browser = browsers.get(id);
    return browser === undefined ? json({ message: 'There is no such browser.' }, 404) : then(browser, id);
  };
  const receive = (call: Call, browser: Browser): Reply => {
    const refuse = (status: number, why: string): Reply => {
      browser.refused.push(why);
      return json({ message: why }, status);
    };
    const [answer] = browser.answers;
    if (answer !== undefined && answer.status !== 201) {
      if (answer.status !== 410) {
        browser.answers.shift();
      }
      const { status, retryAfter } = answer;
      return json({}, status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
    }
    const { ttl = '', authorization = '' } = call.headers as Record<string, string>;
    if (!/^\d+$/.test(ttl)) {
      return refuse(400, 'TTL is missing');
    }
    if (call.headers['content-encoding'] !== 'aes128gcm') {
      return refuse(415, 'the encoding is not aes128gcm');
    }
    if ((call.body.bytes?.length ?? 0) > 4_096) {
      return refuse(413, 'longer than 4,096 bytes');
    }
    const fault = vapidFault(authorization, new URL(world.origin).host, Math.floor(Date.now() / 1_000));
    if (fault !== null) {
      return refuse(403, fault);
    }
    try {
      const text = decrypted(call.body.bytes ?? Buffer.alloc(0), browser.key, browser.auth);
      const { urgency = '', topic = '' } = call.headers as Record<string, string>;
      browser.came.push({ text, ttl: Number(ttl), urgency, topic });
    } catch {
      return refuse(400, 'it cannot be opened');
    }
    changed();
    return json({}, 201, { location: `${world.origin}/push/messages/${secret('')}` });
  };
  const route = (method: string, path: string, handle: (call: Call) => Reply): Route => ({
    method,
    path: `/sandbox/push/browsers${path}`,
    handle: (call) =>
      call.headers['sec-fetch-site'] === 'cross-site'
        ? json({ error: 'invalid_request', message: 'Another site may not change the sandbox.' }, 403)
        : handle(call),
  });
  return {
    target: null,
    prefix: '/push',
    routes: [{ method: 'POST', path: '/push/:id', handle: (call) => known(call, (browser) => receive(call, browser)) }],
    controls: [
      route('POST', '', () => {
        const id = secret('');
        const key = createECDH('prime256v1');
        const p256dh = key.generateKeys('base64url');
        const auth = randomBytes(16);
        browsers.set(id, { key, auth, came: [], refused: [], answers: [] });
        const [oldest] = browsers.keys();
        if (browsers.size > MOST_BROWSERS && oldest !== undefined) {
          browsers.delete(oldest);
        }
        return json({ id, endpoint: `${world.origin}/push/${id}`, p256dh, auth: auth.toString('base64url') }, 201);
      }),
      route('GET', '/:id', (call) => known(call, ({ came, refused }) => json({ came, refused }))),
      route('PUT', '/:id/answers', (call) =>
        known(call, (browser) => {
          browser.answers = [...(call.body.json as Browser['answers'])];
          return json({ success: true });
        }),
      ),
    ],
  };
}
