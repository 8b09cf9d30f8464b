import { Refusal, bytes, html, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import type { Route, Service } from '../http/router.ts';
import type { Inbox } from '../mail/inbox.ts';
import { measure } from '../media/measure.ts';
import { avatar } from '../page/avatar.ts';
import { homePage } from '../page/home.ts';
import { postPages } from '../page/post-page.ts';
import { platformNamed, platformNames } from '../platforms/definitions.ts';
import type { Publication } from '../store/ledger.ts';
import { accountKinds } from '../world/accounts.ts';
import { changedSettings, SettingsError } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { FaultError, faultModes, faultTargetNamed, faultTargets, parseFault } from './faults.ts';
import { webhookCalls } from '../webhooks/calls.ts';
import type { PlatformService } from '../platforms/services.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { FaultTarget, Faults } from './faults.ts';
import type { LiveUpdates } from './live.ts';
import type { RequestLog } from './request-log.ts';

export interface ControlParts {
  readonly world: World;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly inbox: Inbox;
  readonly live: LiveUpdates;
  readonly webhooks: Webhooks;
  readonly platforms: readonly PlatformService[];
  /** Control calls of services that have their own. */
  readonly more: readonly Route[];
}

/** The control calls, the page at `/`, the pages behind permalinks. */
export function control(parts: ControlParts): Service {
  const { world, faults, requests, inbox, live, webhooks, platforms, more } = parts;
  const change =
    (handle: (call: Call) => Promise<Reply> | Reply) =>
    async (call: Call): Promise<Reply> => {
      // Keeps out the pages of other sites; scripts send no such header.
      if (call.headers['sec-fetch-site'] === 'cross-site') {
        return problem(403, 'cross_site', 'Another site may not change the sandbox.');
      }
      const reply = await handle(call);
      live.changed();
      return reply;
    };
  const routes: Route[] = [
    { method: 'GET', path: '/', handle: () => html(homePage()) },
    { method: 'GET', path: '/health/live', handle: () => json({ status: 'ok' }) },
    { method: 'GET', path: '/health/ready', handle: () => json({ status: 'ok' }) },
    { method: 'GET', path: '/sandbox/publications', handle: (call) => publications(world, call) },
    {
      method: 'GET',
      path: '/sandbox/requests',
      handle: (call) => {
        const word = call.query.get('target') ?? '';
        return json(requests.list(word === '' ? undefined : targetNamed(word)));
      },
    },
    { method: 'GET', path: '/sandbox/mails', handle: (call) => json(inbox.list(call.query.get('to') ?? undefined)) },
    { method: 'GET', path: '/sandbox/mails/:number/html', handle: (call) => mailHtml(inbox, call) },
    {
      method: 'GET',
      path: '/sandbox/accounts',
      handle: (call) => json(world.accounts.list(platformNamed(call.query.get('platform') ?? ''))),
    },
    ...platforms.flatMap((platform) => platform.controls ?? []),
    ...more,
    { method: 'GET', path: '/sandbox/faults', handle: () => json(faults.list()) },
    {
      method: 'GET',
      path: '/sandbox/faults/:target',
      handle: (call) => json(faults.get(targetOf(call))),
    },
    { method: 'PUT', path: '/sandbox/faults/:target', handle: change((call) => setFault(faults, call)) },
    {
      method: 'POST',
      path: '/sandbox/faults/:target/take',
      handle: (call) => json({ fault: faults.take(targetOf(call), null, true) }),
    },
    { method: 'GET', path: '/sandbox/settings', handle: () => json(world.settings) },
    { method: 'PUT', path: '/sandbox/settings', handle: change((call) => setSettings(world, call)) },
    { method: 'POST', path: '/sandbox/accounts', handle: change((call) => createAccount(world, call)) },
    ...webhookCalls(world, webhooks, change),
    {
      method: 'PUT',
      path: '/sandbox/publications/:platform/:id',
      handle: change((call) => movePost(world, call)),
    },
    {
      method: 'DELETE',
      path: '/sandbox/publications/:platform/:id',
      handle: change((call) => removePost(world, platforms, call)),
    },
    {
      method: 'POST',
      path: '/sandbox/reset',
      handle: change(async () => {
        faults.clear();
        requests.clear();
        webhooks.clear();
        await inbox.clear();
        await world.reset();
        return json({ success: true });
      }),
    },
    { method: 'GET', path: '/sandbox/overview', handle: (call) => overview(parts, call) },
    {
      method: 'GET',
      path: '/sandbox/events',
      handle: (call) => {
        live.attach(call.response);
        return json({});
      },
    },
    { method: 'GET', path: '/sandbox/media/:sha256', handle: (call) => media(world, call.params['sha256'] ?? '') },
    { method: 'GET', path: '/sandbox/avatars/:platform/:file', handle: (call) => picture(world, call) },
    { method: 'GET', path: '/favicon.ico', handle: () => bytes(avatar('sandbox'), 'image/png') },
    ...postPages(world),
  ];
  return { target: null, prefix: '/sandbox', routes };
}

/** An error of a control call. */
function problem(status: number, error: string, message: string): Reply {
  return json({ error, message }, status);
}

function targetNamed(word: string): FaultTarget {
  const target = faultTargetNamed(word);
  if (target) {
    return target;
  }
  throw new Refusal(problem(400, 'unknown_target', `Unknown target '${word}'. Known are: ${faultTargets.join(', ')}.`));
}

function targetOf(call: Call): FaultTarget {
  return targetNamed(call.params['target'] ?? '');
}

function setFault(faults: Faults, call: Call): Reply {
  const target = targetOf(call);
  try {
    faults.set(target, parseFault(call.body.json));
    return json(faults.get(target));
  } catch (error) {
    if (error instanceof FaultError) {
      return problem(400, 'invalid_fault', error.message);
    }
    throw error;
  }
}

async function setSettings(world: World, call: Call): Promise<Reply> {
  try {
    await world.changeSettings(changedSettings(world.settings, call.body.json));
    return json(world.settings);
  } catch (error) {
    if (error instanceof SettingsError) {
      return problem(400, 'invalid_setting', error.message);
    }
    throw error;
  }
}

/** The public part of a ledger row, followed by what else the sandbox knows of it. */
async function publications(world: World, call: Call): Promise<Reply> {
  const word = call.query.get('platform');
  const platform = word === null || word === '' ? undefined : platformNamed(word);
  if (word !== null && word !== '' && !platform) {
    return problem(400, 'unknown_platform', `Unknown platform '${word}'. Known are: ${platformNames.join(', ')}.`);
  }
  const account = call.query.get('account')?.toLowerCase();
  const rows = world.ledger.all().filter((post) => {
    if (platform && post.platform !== platform) {
      return false;
    }
    if (account === undefined || account === '') {
      return true;
    }
    const handle = world.accounts.get(post.platform, post.accountId)?.username;
    return [post.accountId, post.accountName, handle].some((value) => value?.toLowerCase() === account);
  });
  // Answers only what is on disk, so that no verdict rests on a post that a crash could still undo.
  await world.ledger.durable();
  return json(rows);
}

/** @throws Refusal 404 */
function postOf(world: World, call: Call): Publication {
  const platform = platformNamed(call.params['platform'] ?? '');
  const post = platform && world.ledger.find(platform, call.params['id'] ?? '');
  if (!post) {
    throw new Refusal(problem(404, 'not_found', 'The ledger has no such post.'));
  }
  return post;
}

/** A post of another day and hour, for figures over more time than a test takes. */
async function movePost(world: World, call: Call): Promise<Reply> {
  const post = postOf(world, call);
  const { at } = (call.body.json ?? {}) as { at?: unknown };
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time)) {
    return problem(400, 'invalid_time', 'at must be a time, as 2026-11-20T09:00:00Z.');
  }
  await world.ledger.move(post, new Date(time).toISOString());
  return json(post);
}

/** A person deletes the post on the platform itself; the row stays, with `deletedAt`. */
async function removePost(world: World, platforms: readonly PlatformService[], call: Call): Promise<Reply> {
  const post = postOf(world, call);
  const { platform } = post;
  if (post.deletedAt === undefined) {
    await world.ledger.remove(post, new Date().toISOString());
  }
  const account = world.accounts.get(platform, post.accountId);
  if (account) {
    platforms.find(({ target }) => target === platform)?.removed?.(post, account);
  }
  return json(post);
}

function overview(parts: ControlParts, call: Call): Reply {
  const { world, faults, requests, inbox, webhooks } = parts;
  const platform = platformNamed(call.query.get('platform') ?? '');
  const all = world.ledger.all();
  const byPlatform: Record<string, number> = {};
  for (const post of all) {
    byPlatform[post.platform] = (byPlatform[post.platform] ?? 0) + 1;
  }
  const shown: Publication[] = [];
  for (let index = all.length - 1; index >= 0 && shown.length < 60; index -= 1) {
    const post = all[index];
    if (post && (!platform || post.platform === platform)) {
      shown.push(post);
    }
  }
  const mails = inbox.list();
  return json({
    counts: { publications: all.length, byPlatform, mails: mails.length },
    publications: shown,
    mails: mails.slice(0, 30),
    requests: requests.list(undefined).slice(0, 60),
    connections: connections(world),
    webhooks: webhooks.list().slice(0, 30),
    faults: faults.list(),
    faultModes,
    settings: world.settings,
  });
}

/** What is connected, with the names people know; the newest forty. */
function connections(world: World): { platform: string; accountId: string; name: string }[] {
  return world.grants
    .connections()
    .slice(-40)
    .map(({ platform, accountId }) => ({
      platform,
      accountId,
      name: world.accounts.get(platform, accountId)?.name ?? accountId,
    }));
}

async function createAccount(world: World, call: Call): Promise<Reply> {
  const body = call.body.json;
  if (typeof body !== 'object' || body === null) {
    return problem(400, 'invalid_account', 'The body must be a JSON object.');
  }
  const fields = body as Record<string, unknown>;
  const platform = platformNamed(String(fields['platform'] ?? ''));
  if (!platform) {
    return problem(400, 'invalid_account', `platform must be one of: ${platformNames.join(', ')}.`);
  }
  const name = fields['name'];
  if (typeof name !== 'string' || name.trim() === '') {
    return problem(400, 'invalid_account', 'name is required.');
  }
  const history = historyOf(fields['history']);
  if (history === null) {
    return problem(
      400,
      'invalid_account',
      'history must be a number of posts, or {"posts": n, "days": n}, at most 1000 posts.',
    );
  }
  const followers = fields['followers'];
  if (followers !== undefined && (typeof followers !== 'number' || !(followers >= 0))) {
    return problem(400, 'invalid_account', 'followers must be a number, 0 or more.');
  }
  const kind = accountKinds.find((one) => one === fields['kind']);
  if (fields['kind'] !== undefined && !kind) {
    return problem(400, 'invalid_account', `kind must be one of: ${accountKinds.join(', ')}.`);
  }
  const account = await world.accounts.create({
    platform,
    name: name.trim(),
    ...(typeof fields['username'] === 'string' ? { username: fields['username'] } : {}),
    ...(typeof fields['category'] === 'string' ? { category: fields['category'] } : {}),
    ...(followers === undefined ? {} : { followers }),
    ...(kind === undefined ? {} : { kind }),
  });
  const past = history.posts > 0 ? await world.accounts.addHistory(account, history.posts, history.days) : [];
  const figures = past.map((post) => {
    const { reach, likes, comments } = world.figures(account, world.accounts.asPublication(account, post));
    return { ...post, reach, likes, comments };
  });
  return json({ ...account, avatarUrl: world.avatar(account), history: figures }, 201);
}

function historyOf(value: unknown): { posts: number; days: number } | null {
  if (value === undefined || value === null) {
    return { posts: 0, days: 0 };
  }
  if (typeof value === 'number') {
    return historyOf({ posts: value });
  }
  if (typeof value !== 'object') {
    return null;
  }
  const { posts, days = 90 } = value as { posts?: unknown; days?: unknown };
  const right = typeof posts === 'number' && posts >= 0 && posts <= 1000 && typeof days === 'number' && days > 0;
  return right ? { posts: Math.floor(posts), days } : null;
}

/** The HTML part of a mail, for the frame beside its text: it runs nothing, fetches nothing, and its links open in a window of their own. */
function mailHtml(inbox: Inbox, call: Call): Reply {
  const mail = inbox.get(Number(call.params['number']));
  if (!mail) {
    return problem(404, 'not_found', 'The sandbox has no such mail.');
  }
  return html(`<!doctype html><base target="_blank">${mail.html}`, 200, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  });
}

async function media(world: World, sha256: string): Promise<Reply> {
  const content = await world.media.read(sha256);
  if (!content) {
    return problem(404, 'not_found', 'The sandbox has no such picture.');
  }
  return bytes(content, measure(content).mimeType, {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  });
}

function picture(world: World, call: Call): Reply {
  const id = (call.params['file'] ?? '').replace(/\.png$/, '');
  const platform = platformNamed(call.params['platform'] ?? '');
  const account = platform ? world.accounts.get(platform, id) : undefined;
  return bytes(avatar(account?.name ?? id), 'image/png', { 'cache-control': 'public, max-age=86400' });
}
