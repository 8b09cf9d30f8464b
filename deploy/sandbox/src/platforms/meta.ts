import { createHmac, randomInt } from 'node:crypto';
import type { Account } from '../world/accounts.ts';
import type { AnswerCheck, AppCredentials, WebhookRules } from './definition.ts';

export const metaSettings = {
  /**
   * Calls the app may make for an account in 24 hours; the usage headers show the share used. Documented are 4,800 for every impression
   * of the account (Instagram) or engaged person (Pages): here for one.
   */
  metaCallsPerDay: 4800,
  /** Full days of an account whose figures are not there yet; documented are up to two. */
  metaLagDays: 0,
};

type Who = { readonly user_id: string; readonly profile_id?: string };

/**
 * What Meta sends: `verify`, `removed` (or `deauthorize`), `data_deletion`, and changes of any other name in its webhook envelope.
 * `who`: how its signed requests name the person, or the account that removed the app.
 */
export function metaWebhooks(
  platform: 'instagram' | 'facebook',
  app: AppCredentials & { readonly verifyToken: string },
  who: (account: Account | null) => Who,
): WebhookRules {
  const sign = (text: string, forged: boolean): ReturnType<typeof createHmac> =>
    createHmac('sha256', forged ? 'a secret that nobody shares' : app.clientSecret).update(text);
  const headers = { 'content-type': 'application/json' };
  return {
    make: ({ event, account, content, forged }, base) => {
      const seconds = Math.floor(Date.now() / 1000);
      const url = `${base}/${platform}/webhook`;
      /** `signed_request`: the unpadded base64url HMAC-SHA256 of the encoded payload, a dot, the payload. */
      const callback = (what: string) => {
        const payload = { algorithm: 'HMAC-SHA256', issued_at: seconds, expires: seconds + 3600, ...who(account) };
        const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
        const signed = `${sign(encoded, forged).digest('base64url')}.${encoded}`;
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const body = new URLSearchParams({ signed_request: signed }).toString();
        return { method: 'POST', url: `${base}/meta/${what}`, headers: form, body } as const;
      };
      switch (event) {
        case 'verify': {
          // The challenge by which Meta verifies an address; the answer must be the challenge itself.
          const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
          const query = new URLSearchParams({
            'hub.mode': 'subscribe',
            'hub.challenge': challenge,
            'hub.verify_token': forged ? 'not the token' : app.verifyToken,
          });
          return {
            message: { method: 'GET', url: `${url}?${query.toString()}`, headers: {}, body: '' },
            check: (answer) => (answer === challenge ? null : 'the answer is not the challenge'),
          };
        }
        case 'removed':
        case 'deauthorize':
          return { message: callback('deauthorize') };
        case 'data_deletion':
          return { message: callback('data-deletion'), check: deletionAnswer };
        default: {
          if (account === null) {
            return null;
          }
          const changes = [{ field: event, value: content }];
          const object = platform === 'instagram' ? 'instagram' : 'page';
          const body = JSON.stringify({ object, entry: [{ id: account.id, time: seconds, changes }] });
          const signature = `sha256=${sign(body, forged).digest('hex')}`;
          return { message: { method: 'POST', url, headers: { ...headers, 'x-hub-signature-256': signature }, body } };
        }
      }
    },
  };
}

/** Meta wants `{url, confirmation_code}`, and a page for people at that URL. */
const deletionAnswer: AnswerCheck = async (answer, open) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return 'the answer is not JSON';
  }
  const { url, confirmation_code: code } = (parsed ?? {}) as { url?: unknown; confirmation_code?: unknown };
  if (typeof url !== 'string' || !URL.canParse(url)) {
    return 'the answer has no url';
  }
  if (typeof code !== 'string' || !/^[A-Za-z0-9]+$/.test(code)) {
    return 'confirmation_code must be letters and digits';
  }
  const { status } = await open(url);
  return status === 200 ? null : `the status page at ${url} answered ${status}`;
};
