import { json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { definitions, platformNamed, platformNames } from '../platforms/definitions.ts';
import type { World } from '../world/world.ts';
import { WebhookError } from './webhooks.ts';
import type { Webhooks } from './webhooks.ts';

type Change = (handle: (call: Call) => Promise<Reply> | Reply) => (call: Call) => Promise<Reply>;

/** `POST /sandbox/webhooks` sends one, `GET` lists the last 200 with their answers. */
export function webhookCalls(world: World, webhooks: Webhooks, change: Change): Route[] {
  return [
    { method: 'GET', path: '/sandbox/webhooks', handle: () => json(webhooks.list()) },
    { method: 'POST', path: '/sandbox/webhooks', handle: change((call) => send(world, webhooks, call)) },
  ];
}

function wrong(message: string): Reply {
  return json({ error: 'invalid_webhook', message }, 400);
}

async function send(world: World, webhooks: Webhooks, call: Call): Promise<Reply> {
  const body = (call.body.json ?? {}) as Record<string, unknown>;
  const platform = platformNamed(String(body['platform'] ?? ''));
  if (!platform) {
    return wrong(`platform must be one of: ${platformNames.join(', ')}.`);
  }
  const event = body['event'];
  if (typeof event !== 'string' || event === '') {
    return wrong("event is required, for example 'removed'.");
  }
  const word = body['accountId'];
  if (word !== undefined && typeof word !== 'string') {
    return wrong('accountId must be a text.');
  }
  const account = word === undefined ? null : (world.accounts.find(platform, word) ?? null);
  if (word !== undefined && !account) {
    return wrong(`There is no account '${word}' on ${platform}.`);
  }
  if (!account && definitions[platform].webhook?.mayOmitAccount !== true) {
    return wrong('accountId is required.');
  }
  const content = body['content'] ?? {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    return wrong('content must be an object.');
  }
  const times = body['times'] ?? 1;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > 100) {
    return wrong('times must be from 1 to 100.');
  }
  try {
    const deliveries = await webhooks.ask({
      platform,
      event,
      account,
      content: content as Record<string, unknown>,
      times,
      forged: body['forged'] === true,
    });
    return json({ deliveries });
  } catch (error) {
    if (error instanceof WebhookError) {
      return wrong(error.message);
    }
    throw error;
  }
}
