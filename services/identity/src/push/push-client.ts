import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { Injectable } from '@nestjs/common';
import { HttpClient, ShutdownRegistry } from '@postloom/chassis';
import type { PushMessage } from '@postloom/contracts';
import { config } from '../config.ts';
import type { PushFacts } from './push-queue.repository.ts';
import type { VapidPair } from './vapid-keys.ts';

const TIMEOUT_MS = 8_000;
/** Its answer says nothing but a status. */
const MAX_ANSWER_BYTES = 16 * 1_024;

/** Encrypts a push for its browser (RFC 8291), signs for the installation (RFC 8292) and hands it to the browser's push service (RFC 8030). */
@Injectable()
export class PushClient {
  private readonly http: HttpClient;

  constructor(shutdown: ShutdownRegistry) {
    // Apart from the service's own client: an address of a stranger is never private because a provider's is.
    this.http = new HttpClient({
      allowPrivate: config.pushAllowPrivate,
      proxy: { HTTP_PROXY: config.httpProxy, HTTPS_PROXY: config.httpsProxy, NO_PROXY: config.noProxy },
    });
    shutdown.register('close', 'push', () => this.http.close());
  }

  /** @throws {OutboundError} */
  async send(
    { endpoint, p256dh, auth, notificationId }: PushFacts,
    pair: VapidPair,
    message: PushMessage,
    ttlSeconds: number,
  ): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
    const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
    const body = await encryptNotification(subscription, Buffer.from(JSON.stringify(message)));
    const { headers } = await vapidHeaders(
      // The library signs for https alone; plain http is spoken only where a setting allows it.
      { ...subscription, endpoint: endpoint.replace(/^http:/, 'https:') },
      { ...pair, subject: subjectOf(config.publicUrl) },
    );
    const answer = await this.http.request({
      url: endpoint,
      method: 'POST',
      target: 'push',
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
      body,
      headers: {
        ...headers,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency: 'high',
        topic: Buffer.from(notificationId.replaceAll('-', ''), 'hex').toString('base64url'),
      },
    });
    return { status: answer.status, retryAfter: answer.headers['retry-after'] };
  }
}

/** Whom a push service may write to. */
function subjectOf(publicUrl: string): string {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:no-reply@${hostname}`;
}
