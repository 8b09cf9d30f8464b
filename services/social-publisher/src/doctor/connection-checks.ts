import { momentText } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { definitionOf } from '../platforms/index.ts';
import type { AccountExamination, PlatformProblem } from '../platforms/index.ts';
import { ok, problem, unknown, warning } from './check.ts';
import type { Check } from './check.ts';

/** What we know of a connection without calling the platform. */
export interface ConnectionFacts {
  readonly id: string;
  readonly platform: Platform;
  readonly origin: string | null;
  readonly remoteId: string;
  readonly grantorId: string;
  readonly name: string;
  readonly state: 'active' | 'broken';
  readonly brokenReason: string | null;
  readonly scopes: readonly string[];
  /** When it ends unless renewed; null: never. */
  readonly expiresAt: Date | null;
  readonly blockedUntil: Date | null;
  readonly platformBlockedUntil: Date | null;
  readonly stopped: 'all' | 'platform' | 'account' | null;
  readonly postsLastDay: number;
  readonly lastPost: {
    readonly state: 'published' | 'failed' | 'needs_attention';
    readonly at: Date;
    readonly message: string | null;
    readonly permalink: string | null;
  } | null;
  /** The database's clock. */
  readonly now: Date;
}

/** The result of one read-only call to the platform. */
export type Examination =
  | { readonly kind: 'not_asked'; readonly why: string }
  | { readonly kind: 'silent'; readonly problem: PlatformProblem | null }
  | ({ readonly kind: 'answered' } & AccountExamination);

const DAY_MS = 86_400_000;
const reconnect = (platform: Platform): readonly string[] => [
  `Choose Reconnect and sign in to ${platformRules[platform].name} with the account that owns the connection.`,
  'Allow everything that is asked. Waiting posts go out on their own; those that have failed you can send again.',
];

export function connected(facts: ConnectionFacts): Check {
  const title = 'Connected account';
  if (facts.state === 'active') {
    return ok('connected', title, `${facts.name} is connected.`);
  }
  return problem('connected', {
    title,
    message: facts.brokenReason ?? 'The connection is broken.',
    steps: reconnect(facts.platform),
    action: 'reconnect',
  });
}

export function token(facts: ConnectionFacts, seen: Examination): Check {
  const title = 'Sign-in';
  const { name } = platformRules[facts.platform];
  switch (seen.kind) {
    case 'not_asked':
      return unknown('token', title, seen.why);
    case 'answered':
      return ok('token', title, `${name} accepts the connection.`);
    case 'silent':
      if (seen.problem === null) {
        return unknown('token', title, `${name} did not answer in time. Try again in a minute.`);
      }
      return refusal(facts.platform, title, seen.problem);
  }
}

function refusal(platform: Platform, title: string, found: PlatformProblem): Check {
  const { name } = platformRules[platform];
  switch (found.kind) {
    case 'reconnect':
      return problem('token', { title, message: found.message, steps: reconnect(platform), action: 'reconnect' });
    case 'restricted':
      return problem('token', {
        title,
        message: found.message,
        steps: [`Open the ${name} app and do what it asks of the account.`, 'Then check again here.'],
        action: 'open_platform',
      });
    case 'setup':
      return problem('token', {
        title,
        message: found.message,
        steps: [`Open the app in the developer portal of ${name} and look for notices about it.`],
        action: 'set_up',
      });
    case 'wait':
      return warning('token', {
        title,
        message: `${found.message} It answers again in about ${Math.max(1, Math.ceil(found.seconds / 60))} minutes.`,
      });
    case 'transient':
    case 'refused':
    case 'duplicate':
    case 'stale':
      return unknown('token', title, found.message);
  }
}

export function permissions(facts: ConnectionFacts, required: readonly string[], seen: Examination): Check {
  const title = 'Permissions';
  const given = (seen.kind === 'answered' ? seen.scopes : null) ?? facts.scopes;
  const missing = required.filter((scope) => !given.includes(scope));
  if (missing.length === 0) {
    return ok('permissions', title, 'Everything that publishing needs is allowed.');
  }
  return problem('permissions', {
    title,
    message: `${missing.length === 1 ? 'A permission is' : 'Permissions are'} missing: ${missing.join(', ')}.`,
    steps: reconnect(facts.platform),
    action: 'reconnect',
  });
}

/** Kind of account, or role in it: both are what the platform would refuse a post for. */
export function account(facts: ConnectionFacts, seen: Examination): Check {
  const [id, title] = titleOfKind(facts.platform);
  if (seen.kind !== 'answered') {
    return unknown(id, title, 'Not checked, because sign-in could not be confirmed.');
  }
  if (seen.unusable === null) {
    return ok(id, title, `${facts.name} can be posted to.`);
  }
  return problem(id, {
    title,
    message: seen.unusable,
    steps: [seen.unusable, 'Then check again here.'],
    action: 'open_platform',
  });
}

function titleOfKind(platform: Platform): [string, string] {
  return definitionOf(platform).connectsPages ? ['page_role', 'Role on the page'] : ['account_kind', 'Account type'];
}

export function quota(facts: ConnectionFacts, seen: Examination): Check {
  const title = 'Posts left today';
  const quota = seen.kind === 'answered' ? seen.quota : null;
  const documented = definitionOf(facts.platform).documentedDailyPosts;
  const { used, total } = quota ?? { used: facts.postsLastDay, total: documented };
  const { name } = platformRules[facts.platform];
  if (total === null) {
    return unknown(
      'quota',
      title,
      `${name} does not say how many posts are left. Postloom sent ${used} in the last 24 hours.`,
    );
  }
  const left = Math.max(0, total - used);
  const message = `${left} of ${total} posts in 24 hours are left${quota === null ? ', as far as Postloom knows' : ''}.`;
  if (left > Math.floor(total / 10)) {
    return ok('quota', title, message);
  }
  return warning('quota', {
    title,
    message,
    steps: [left === 0 ? 'Posts wait until older ones are a day old.' : 'Spread the coming posts over more days.'],
  });
}

export function expiry(facts: ConnectionFacts): Check {
  const title = 'Expiration';
  const { expiresAt, now, platform } = facts;
  if (expiresAt === null) {
    return ok('expiry', title, 'The connection does not expire.');
  }
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS);
  const day = dayText(expiresAt);
  const words = { title, steps: reconnect(platform), action: 'reconnect' } as const;
  if (days <= 0) {
    return problem('expiry', { ...words, message: `The connection expired on ${day}.` });
  }
  if (days > 7) {
    return ok('expiry', title, `The connection is good until ${day}.`);
  }
  return warning('expiry', {
    ...words,
    message: `The connection expires on ${day}, in ${days === 1 ? 'one day' : `${days} days`}. Only you can renew it.`,
  });
}

/** What blocks posts on our side. */
export function sending(facts: ConnectionFacts): Check {
  const title = 'Publishing';
  const { name } = platformRules[facts.platform];
  if (facts.stopped !== null) {
    const what = { all: 'all posts', platform: `all posts to ${name}`, account: 'the posts of this account' }[
      facts.stopped
    ];
    return problem('sending', {
      title,
      message: `An operator of this installation has stopped ${what}. They wait.`,
      steps: ['Ask whoever runs this installation when sending goes on.'],
    });
  }
  if (facts.platformBlockedUntil !== null) {
    return warning('sending', {
      title,
      message: `${name} limits the whole app of this installation until ${momentText(facts.platformBlockedUntil, 'UTC')}. Posts go out after that.`,
    });
  }
  if (facts.blockedUntil !== null) {
    return warning('sending', {
      title,
      message: `${name} limits this account until ${momentText(facts.blockedUntil, 'UTC')}. Posts go out after that.`,
    });
  }
  return ok('sending', title, 'Nothing is holding posts back.');
}

export function lastPost(facts: ConnectionFacts): Check {
  const title = 'Last post';
  const { lastPost: last } = facts;
  if (last === null) {
    return ok('last_post', title, 'No post has gone to this account yet.');
  }
  const day = dayText(last.at);
  if (last.state === 'published') {
    return ok('last_post', title, `The last post went out on ${day}.`);
  }
  return warning('last_post', {
    title,
    message: `The last post, on ${day}, did not go out: ${last.message ?? 'the reason is not known.'}`,
    steps: ['Open the post, fix what it says, and choose Retry.'],
  });
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 21, 2026'. */
function dayText(at: Date): string {
  return dayFormat.format(at);
}
