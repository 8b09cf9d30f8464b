import { momentText } from '@postloom/chassis';
import { MEGABYTE, platformRules, UNCLEAR_OUTCOME } from '@postloom/contracts';
import type {
  DataOf,
  doctorEvents,
  Platform,
  preflightEvents,
  publisherEvents,
  recurringEvents,
  schedulingEvents,
  UsageWarned,
} from '@postloom/contracts';
import type { Notice } from './notice.ts';

type Settled = DataOf<typeof schedulingEvents.postSettled>;
type Attention = DataOf<typeof publisherEvents.targetNeedsAttention>;
type Delayed = DataOf<typeof publisherEvents.targetDelayed>;
type AtRisk = DataOf<typeof preflightEvents.postAtRisk>;
type Skipped = DataOf<typeof recurringEvents.occurrenceSkipped>;
type Drafted = DataOf<typeof recurringEvents.occurrenceDrafted>;
type RoundRestarted = DataOf<typeof recurringEvents.roundRestarted>;
type Broken = DataOf<typeof publisherEvents.accountBroken>;
type Expiring = DataOf<typeof doctorEvents.accountExpiring>;

/** Shorter delays cause no notification, and go unmentioned in others. */
const DELAY_WORTH_TELLING_MS = 15 * 60_000;
const ACCOUNTS = '/settings#social-accounts';
const SCHEDULES = '/automation';

/** The text of each event's notification, in the business's time zone; all texts of this feature are here. */
export const noticeKeys = {
  settled: (postId: string) => `post ${postId}`,
  risk: (postId: string) => `risk ${postId}`,
  attention: (targetId: string, round: number) => `attention ${targetId} ${round}`,
  delayed: (targetId: string, round: number) => `delayed ${targetId} ${round}`,
} as const;

const postLink = (postId: string): string => `/schedule?post=${postId}`;
const nameOf = (platform: Platform): string => platformRules[platform].name;

/**
 * `at` is when it settled: a post that went out at its time, or at once, needs no word about when it should have. Nobody may have
 * scheduled it: it may have been sent by hand.
 */
export function settledNotice(data: Settled, at: string, timeZone: string): Notice {
  const { postId, status, dueAt = null, targets = [], firstWords } = data;
  const when = dueAt === null ? null : momentText(dueAt, timeZone);
  const out = targets.filter((target) => target.status === 'published').map(({ platform }) => nameOf(platform));
  const shared = { key: noticeKeys.settled(postId), about: postId, link: postLink(postId), firstWords };
  if (status === 'published') {
    const isOnTime = dueAt === null || Date.parse(at) - Date.parse(dueAt) < DELAY_WORTH_TELLING_MS;
    return {
      ...shared,
      kind: 'post_published',
      title: 'Post published',
      message: sentences(
        out.length === 0 ? 'Your post is out.' : `Your post is on ${listed(out)}.`,
        isOnTime ? '' : `It was meant to go out on ${when}.`,
      ),
      type: 'success',
      actionable: false,
      isWorthAMail: true,
    };
  }
  const failed = targets.filter((target) => target.status === 'failed');
  const names = failed.map(({ platform }) => nameOf(platform));
  const reasons = failed.map(({ platform, reason }) => because(nameOf(platform), reason)).filter((text) => text !== '');
  return {
    ...shared,
    kind: 'post_failed',
    title: names.length === 0 ? 'Your post did not go out' : `Your post did not go out on ${listed(names)}`,
    message: sentences(
      ...reasons,
      out.length === 0 ? '' : `It is on ${listed(out)}.`,
      when === null ? '' : `It was meant to go out on ${when}.`,
      'Open it to fix it and send it again.',
    ),
    type: 'error',
    actionable: true,
    isWorthAMail: true,
  };
}

/** An outcome that could not be verified; or a post that was not sent, because its account waits for a person. */
export function attentionNotice(data: Attention, at: string, timeZone: string): Notice {
  const name = nameOf(data.platform);
  const shared = {
    ...{ key: noticeKeys.attention(data.targetId, data.round), about: data.postId },
    kind: 'needs_attention',
  } as const;
  if (data.error.code !== UNCLEAR_OUTCOME) {
    // The end of the connection has a notification and mail of its own; these only name the posts that it blocks.
    return {
      ...shared,
      title: `A post waits for ${name}`,
      message: sentences(data.error.message),
      type: 'warning',
      actionable: true,
      link: postLink(data.postId),
      isWorthAMail: false,
    };
  }
  return {
    ...shared,
    title: `Is your post on ${name}?`,
    message: `Your post was sent on ${momentText(at, timeZone)}, but ${name} never confirmed it. Check ${name}, then open the post and say whether it is there.`,
    type: 'error',
    actionable: true,
    link: postLink(data.postId),
    isWorthAMail: true,
  };
}

/** Null for a delay that is not worth a notification. */
export function delayedNotice(data: Delayed, at: string, timeZone: string): Notice | null {
  if (Date.parse(data.until) - Date.parse(at) <= DELAY_WORTH_TELLING_MS) {
    return null;
  }
  const name = nameOf(data.platform);
  const time = momentText(data.until, timeZone);
  const isRetry = data.failures !== undefined;
  return {
    key: noticeKeys.delayed(data.targetId, data.round),
    about: data.postId,
    kind: 'delayed',
    title: isRetry ? `Your post is not on ${name} yet` : `${name} holds your post back`,
    message: sentences(
      data.error.message,
      isRetry
        ? `Postloom tries again on ${time}. You don’t need to do anything.`
        : `It goes out after ${time}. You don’t need to do anything.`,
    ),
    type: 'warning',
    actionable: false,
    link: postLink(data.postId),
    isWorthAMail: false,
  };
}

export function riskNotice(data: AtRisk): Notice {
  const platforms = [...new Set(data.findings.map(({ platform }) => nameOf(platform)))];
  const [first] = data.findings;
  const others = data.findings.length - 1;
  return {
    key: noticeKeys.risk(data.postId),
    about: data.postId,
    kind: 'at_risk',
    title: `${platforms.length === 0 ? 'The platform' : listed(platforms)} will refuse a post`,
    message: sentences(
      data.hoursBefore === 1 ? 'It goes out in an hour.' : 'It goes out in a day.',
      first === undefined ? '' : first.message,
      others > 0 ? `There ${others === 1 ? 'is 1 more problem' : `are ${others} more problems`}.` : '',
      'Open it to fix it.',
    ),
    type: data.hoursBefore === 1 ? 'error' : 'warning',
    actionable: true,
    link: postLink(data.postId),
    isWorthAMail: true,
  };
}

/** Of several schedules, which one it is about. */
function recurringPost(schedule: string | undefined): string {
  return schedule === undefined ? 'A recurring post' : `A post of “${schedule}”`;
}

export function skippedNotice(data: Skipped, timeZone: string): Notice {
  return {
    key: `occurrence ${data.occurrenceId}`,
    about: data.scheduleId,
    kind: 'occurrence_skipped',
    title: `${recurringPost(data.name)} was skipped`,
    message: sentences(`Nothing went out on ${momentText(data.dueAt, timeZone)}.`, data.reason),
    type: 'warning',
    actionable: true,
    link: SCHEDULES,
    isWorthAMail: true,
  };
}

export function draftedNotice(data: Drafted, timeZone: string): Notice {
  return {
    key: `occurrence ${data.occurrenceId}`,
    about: data.postId,
    kind: 'occurrence_drafted',
    title: `${recurringPost(data.name)} became a draft`,
    message: sentences(
      `The post for ${momentText(data.dueAt, timeZone)} waits as a draft.`,
      data.reason,
      'Open it to finish it.',
    ),
    type: 'warning',
    actionable: true,
    link: postLink(data.postId),
    isWorthAMail: true,
  };
}

export function roundNotice(data: RoundRestarted): Notice {
  const photos = data.photos === 1 ? 'its one photo' : `each of its ${data.photos} photos`;
  return {
    key: `round ${data.scheduleId}`,
    about: data.scheduleId,
    kind: 'round_restarted',
    title: 'All photos have been used',
    message: `“${data.name}” has posted ${photos} and starts again with the first. Upload more photos to show something new.`,
    type: 'info',
    actionable: false,
    link: '/media',
    isWorthAMail: true,
  };
}

export function brokenNotice(data: Broken, at: string, timeZone: string): Notice {
  const name = nameOf(data.platform);
  return {
    key: `broken ${data.accountId}`,
    about: data.accountId,
    kind: 'account_broken',
    title: `Reconnect ${name}`,
    message: sentences(`Nothing has gone out to ${data.accountName} since ${momentText(at, timeZone)}.`, data.reason),
    type: 'error',
    actionable: true,
    link: ACCOUNTS,
    isWorthAMail: true,
  };
}

export function expiringNotice(data: Expiring, timeZone: string): Notice {
  const name = nameOf(data.platform);
  const isLastDay = data.daysLeft <= 1;
  return {
    key: `expiring ${data.accountId}`,
    about: data.accountId,
    kind: 'account_expiring',
    title: isLastDay ? `${name} ends within a day` : `${name} ends in ${data.daysLeft} days`,
    message: `The connection to ${data.accountName} on ${name} ends on ${momentText(data.expiresAt, timeZone)}. Reconnect it before then so that no post is missed.`,
    type: isLastDay ? 'error' : 'warning',
    actionable: true,
    link: ACCOUNTS,
    isWorthAMail: true,
  };
}

/** Above 80 percent of a limit, and again above 90. */
export function usageNotice({ payerId, metric, percent, used, limit }: UsageWarned): Notice {
  const { what, figures } = limitWords[metric];
  return {
    key: `usage ${metric}`,
    about: payerId,
    kind: `usage_${percent}`,
    title: percent === 90 ? `Almost at your limit for ${what.many}` : `Approaching your ${what.one} limit`,
    message: sentences(
      `You have used ${figures(used, limit)}.`,
      metric === 'storage'
        ? 'Delete photos that you no longer need, or upgrade your plan.'
        : 'Upgrade your plan to get more.',
    ),
    type: 'warning',
    actionable: true,
    link: '/settings#subscription',
    isWorthAMail: true,
  };
}

const whole = new Intl.NumberFormat('en-US');
const inMegabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const aMonth = (unit: string) => (used: number, limit: number) =>
  `${whole.format(used)} of ${whole.format(limit)} ${unit} this month`;
const limitWords = {
  posts: { what: { one: 'post', many: 'posts' }, figures: aMonth('posts') },
  captions: { what: { one: 'caption', many: 'captions' }, figures: aMonth('AI captions') },
  storage: {
    what: { one: 'storage', many: 'storage' },
    figures: (used: number, limit: number) =>
      `${inMegabytes.format(used / MEGABYTE)} of ${inMegabytes.format(limit / MEGABYTE)} MB`,
  },
  accounts: {
    what: { one: 'account', many: 'accounts' },
    figures: (used: number, limit: number) => `${used} of ${limit} social accounts`,
  },
} as const;

/** 'Instagram, X, and TikTok'. */
function listed(names: readonly string[]): string {
  return list.format(names);
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** A reason that does not name the platform is attributed to it. */
function because(name: string, reason: string | null): string {
  const text = (reason ?? '').trim();
  return text === '' || text.includes(name) ? text : `${name}: ${text}`;
}

/** Joined with one space, each ended by a full stop. */
function sentences(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
