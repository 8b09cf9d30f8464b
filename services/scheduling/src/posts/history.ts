import { momentText } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { contentSentences } from './post-content.ts';
import type { PostRecord } from './post.ts';

/** One line of a post's timeline. */
export interface HistoryLine {
  readonly actor: 'person' | 'schedule' | 'system';
  readonly userId: string | null;
  readonly what: string;
  readonly platform: Platform | null;
}

export function byPerson(userId: string | null, what: string, platform: Platform | null = null): HistoryLine {
  return { actor: userId === null ? 'system' : 'person', userId, what, platform };
}

export function bySystem(what: string, platform: Platform | null = null): HistoryLine {
  return { actor: 'system', userId: null, what, platform };
}

/** What a recurring schedule did by itself. */
export function bySchedule(what: string, platform: Platform | null = null): HistoryLine {
  return { actor: 'schedule', userId: null, what, platform };
}

export const history = {
  created: (post: PostRecord) =>
    post.status === 'scheduled' ? `Created and scheduled for ${moment(post)}.` : 'Created as a draft.',
  imported: (post: PostRecord) =>
    post.status === 'scheduled'
      ? `Imported from a file and scheduled for ${moment(post)}.`
      : 'Imported from a file as a draft.',
  proposed: (post: PostRecord) =>
    `${post.status === 'scheduled' ? 'Scheduled' : 'Proposed as a draft'} for ${moment(post)}, from your industry’s week.`,
  broughtBack: 'Brought back from an export.',
  copied: 'Copied from another post, as a draft.',
  publishNow: 'Asked to publish now.',
  saidPublished: (platform: Platform) => `Said that it is published on ${platformRules[platform].name}.`,
  sendAgain: (platform: Platform) =>
    `Said that it is not on ${platformRules[platform].name}, and asked to send it again.`,
  givenUp: (platform: Platform) => `Decided to leave ${platformRules[platform].name} as it is.`,
  atRisk: (platform: Platform, hours: number, reason: string, isWaiting: boolean) =>
    `Checked ${hours === 1 ? 'an hour' : `${hours} hours`} before it goes out: ${isWaiting ? '' : `${platformRules[platform].name} will refuse it. `}${reason}`,
  otherAccount: (platform: Platform) =>
    `Decided to send it from the ${platformRules[platform].name} account connected now.`,
  changedFor: (platform: Platform, what: 'caption' | 'photos' | 'caption and photos') =>
    `Changed the ${what} for ${platformRules[platform].name}.`,
  retry: (platform: Platform) => `Asked to try ${platformRules[platform].name} again.`,
  publishing: (platform: Platform) => `Publishing on ${platformRules[platform].name}.`,
  published: (platform: Platform) => `Published on ${platformRules[platform].name}.`,
  delayed: (platform: Platform, until: Date, timeZone: string, reason: string) =>
    `${platformRules[platform].name} is delayed until ${momentText(until, timeZone)}: ${reason}`,
  tryFailed: (platform: Platform, failures: number, nextTry: Date, timeZone: string, reason: string) =>
    `${platformRules[platform].name}, try ${failures}: ${reason} Next try on ${momentText(nextTry, timeZone)}.`,
  failed: (platform: Platform, reason: string) => `${platformRules[platform].name} failed: ${reason}`,
  needsAttention: (platform: Platform, reason: string) =>
    `${platformRules[platform].name} needs your attention: ${reason}`,
  clockMoved: (post: PostRecord) =>
    `The clocks of its time zone follow new rules. To keep its time of day it now goes out at ${moment(post)}.`,
  photoGone: (becameDraft: boolean) =>
    becameDraft ? 'The photo was deleted, so this post became a draft.' : 'The photo was deleted.',
  photoBack: (post: PostRecord, wasScheduled: boolean) => {
    if (post.status === 'scheduled') {
      return `The photo was brought back, so this post is scheduled again for ${moment(post)}.`;
    }
    return wasScheduled ? 'The photo was brought back. The post stays a draft.' : 'The photo was brought back.';
  },
} as const;

/** What an edit did, for the person who reads it later; at least one sentence. */
export function editSentences(before: PostRecord, after: PostRecord): string[] {
  const sentences = contentSentences(before, after);
  if (before.photoIds.join() !== after.photoIds.join()) {
    sentences.push(photoSentence(before.photoIds, after.photoIds));
  }
  if (platformsOf(before) !== platformsOf(after)) {
    sentences.push(`Platforms changed to ${platformsOf(after)}.`);
  }
  if (before.status !== after.status || before.dueAt?.getTime() !== after.dueAt?.getTime()) {
    sentences.push(after.status === 'scheduled' ? `Scheduled for ${moment(after)}.` : draftSentence(before, after));
  }
  return sentences.length > 0 ? sentences : ['Saved without changes.'];
}

function photoSentence(before: readonly string[], after: readonly string[]): string {
  if (after.length === 0) {
    return before.length > 1 ? 'Photos removed.' : 'Photo removed.';
  }
  if (after.length > 1) {
    return `Photos changed; there are ${after.length} now.`;
  }
  return 'Photo changed.';
}

function draftSentence(before: PostRecord, after: PostRecord): string {
  if (before.status !== 'draft') {
    return 'Taken back to draft.';
  }
  return after.dueAt === null ? 'Date removed.' : `Planned for ${moment(after)}.`;
}

function platformsOf(post: PostRecord): string {
  return post.targets.map((target) => platformRules[target.platform].name).join(', ');
}

function moment(post: PostRecord): string {
  if (post.dueAt === null) {
    return 'no date';
  }
  return momentText(post.dueAt, post.timeZone ?? 'UTC');
}
