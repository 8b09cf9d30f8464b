import type { Platform, Post } from '@postloom/contracts';
import { platformRules, postMessages } from '#lib/contract-data.ts';
import { isPast } from '#lib/past.ts';
import { statusOf, type ComposerField, type ComposerValues } from './composer-fields.ts';
import { checkCaption } from './counters.ts';
import { composerTexts } from './texts.ts';

export type Problems = Partial<Record<ComposerField, string>>;

/** Date and time decide: with both it is scheduled, otherwise it is a draft and the form says why. */
export function intentOf(
  values: Pick<ComposerValues, 'date' | 'time'>,
  /** Of the post that is edited. */
  before?: Post['status'],
): {
  status: 'scheduled' | 'draft';
  button: 'Schedule Post' | 'Save Changes' | 'Save as Draft';
  why: string | null;
} {
  if (values.date && values.time) {
    return { status: 'scheduled', button: before === 'scheduled' ? 'Save Changes' : 'Schedule Post', why: null };
  }
  const { neither, noTime, noDate } = composerTexts.whyDraft;
  return { status: 'draft', button: 'Save as Draft', why: values.date ? noTime : values.time ? noDate : neither };
}

/** The text a platform gets: its own, else the shared one. */
export function captionFor(values: Pick<ComposerValues, 'caption' | 'captionByPlatform'>, platform: Platform): string {
  return values.captionByPlatform[platform] ?? values.caption;
}

export type CaptionProblem = {
  /** Whose own text is wrong; null: the shared one. */
  tab: Platform | null;
  message: string;
};

/** What is wrong with the words: the shared text first, then each chosen platform. */
export function captionProblem(
  values: Pick<ComposerValues, 'caption' | 'captionByPlatform' | 'platforms'>,
): CaptionProblem | null {
  if (values.caption.trim() === '') {
    return { tab: null, message: postMessages.captionRequired };
  }
  for (const platform of values.platforms) {
    const own = values.captionByPlatform[platform];
    const tab = own === undefined ? null : platform;
    if (own?.trim() === '') {
      return { tab, message: composerTexts.caption.ownEmpty(platformRules[platform].name) };
    }
    const { problem } = checkCaption(platform, own ?? values.caption);
    if (problem !== null) {
      return { tab, message: problem };
    }
  }
  return null;
}

/** What keeps the post from being saved, each at its field, in the words of the contract. */
export function problemsOf(
  values: ComposerValues,
  /** `offered`: platforms with an account, also one that must be reconnected; `instant`: what date and time mean; null when that is no moment of any calendar. */
  facts: { offered: ReadonlySet<Platform>; instant: string | null; now: number },
): Problems {
  const problems: Problems = {};
  const scheduled = statusOf(values) === 'scheduled';
  const caption = captionProblem(values);
  if (caption) {
    problems.caption = caption.message;
  }
  if (scheduled && values.photoIds.length === 0) {
    problems.photoIds = postMessages.photoRequired;
  }
  const missing = values.platforms.filter((platform) => !facts.offered.has(platform));
  if (values.platforms.length === 0) {
    problems.platforms = postMessages.platformRequired;
  } else if (missing.length > 0) {
    problems.platforms = postMessages.notConnected(missing.map((one) => platformRules[one].name).join(', '));
  }
  if (scheduled && (facts.instant === null || isPast(facts.instant, facts.now))) {
    problems.time = postMessages.inThePast;
  }
  return problems;
}

/** Platforms of a new post: Instagram, as far as it is connected. */
export function defaultPlatforms(connected: ReadonlySet<Platform>): readonly Platform[] {
  return connected.has('instagram') ? ['instagram'] : [];
}
