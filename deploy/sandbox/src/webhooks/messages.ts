import { createHmac, randomInt } from 'node:crypto';
import { sandboxCredentials } from '../environment.ts';
import type { Account } from '../world/accounts.ts';
import type { Message } from './deliver.ts';

/** Platforms that tell an app of what happens. */
type TellingPlatform = 'instagram' | 'facebook' | 'tiktok';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Webhooks/1.0' };
const jsonBody = { 'content-type': 'application/json', 'user-agent': 'Webhooks/1.0' };

function secretOf(platform: TellingPlatform, forged: boolean): string {
  return forged ? 'a secret that nobody shares' : sandboxCredentials[platform].clientSecret;
}

/** Meta's `signed_request`: the unpadded base64url HMAC-SHA256 of the encoded payload, a dot, the payload. */
function signedRequest(payload: Readonly<Record<string, unknown>>, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

/**
 * Deauthorize or data-deletion callback. A Page that removes the app comes as `profile_id` with `user_id` 0; a person (no
 * account, or Instagram's) as the app-scoped `user_id`.
 */
export function metaCallback(
  base: string,
  platform: 'instagram' | 'facebook',
  what: 'deauthorize' | 'data-deletion',
  who: { readonly userId: string; readonly page: Account | null },
  forged: boolean,
): Message {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    algorithm: 'HMAC-SHA256',
    issued_at: now,
    expires: now + 3600,
    ...(who.page ? { profile_id: who.page.id, user_id: '0' } : { user_id: who.userId }),
  };
  const body = new URLSearchParams({ signed_request: signedRequest(payload, secretOf(platform, forged)) });
  return { method: 'POST', url: `${base}/meta/${what}`, headers: form, body: body.toString() };
}

/** A change in Meta's webhook envelope, signed over its bytes. */
export function metaWebhook(
  base: string,
  platform: 'instagram' | 'facebook',
  account: Account,
  field: string,
  value: unknown,
  forged: boolean,
): Message {
  const body = JSON.stringify({
    object: platform === 'instagram' ? 'instagram' : 'page',
    entry: [{ id: account.id, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }],
  });
  const signature = createHmac('sha256', secretOf(platform, forged)).update(body).digest('hex');
  return {
    method: 'POST',
    url: `${base}/${platform}/webhook`,
    headers: { ...jsonBody, 'x-hub-signature-256': `sha256=${signature}` },
    body,
  };
}

/** The challenge by which Meta verifies a webhook address; the answer must be the challenge itself. */
export function metaVerification(
  base: string,
  platform: 'instagram' | 'facebook',
  forged: boolean,
): { readonly message: Message; readonly challenge: string } {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': forged ? 'not the token' : sandboxCredentials[platform].verifyToken,
  });
  const url = `${base}/${platform}/webhook?${query.toString()}`;
  return { message: { method: 'GET', url, headers: { 'user-agent': 'Webhooks/1.0' }, body: '' }, challenge };
}

/** TikTok's envelope: `content` is JSON in a string; `TikTok-Signature: t=<s>,s=<hex HMAC of "<t>.<body>">`. */
export function tiktokWebhook(
  base: string,
  event: string,
  openId: string,
  content: Readonly<Record<string, unknown>>,
  forged: boolean,
): Message {
  const now = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    client_key: sandboxCredentials.tiktok.clientId,
    event,
    create_time: now,
    user_openid: openId,
    content: JSON.stringify(content),
  });
  const signature = createHmac('sha256', secretOf('tiktok', forged)).update(`${now}.${body}`).digest('hex');
  return {
    method: 'POST',
    url: `${base}/tiktok/webhook`,
    headers: { ...jsonBody, 'tiktok-signature': `t=${now},s=${signature}` },
    body,
  };
}
