import type { ErrorDetail, Platform } from '@postloom/contracts';
import { platformRules, postMessages } from '../../lib/contract-data.ts';
import { checkCaption } from './counters.ts';

export type ComposerValues = {
  caption: string;
  photoId: string | null;
  platforms: readonly Platform[];
  /** 'YYYY-MM-DD' or empty. */
  date: string;
  /** 'HH:MM' or empty. */
  time: string;
};
export type ComposerField = 'caption' | 'photo' | 'platforms' | 'date' | 'time';
export type Problems = Partial<Record<ComposerField, string>>;

/** Fields from top to bottom: the first with a problem gets the focus. */
export const fieldOrder: readonly ComposerField[] = ['photo', 'caption', 'platforms', 'date', 'time'];
export const pastMessage = 'Please choose a date and time in the future.';
/** A chosen minute that has just begun still means now (the server's tolerance). */
export const PAST_TOLERANCE_MS = 60_000;

export function emptyValues(platforms: readonly Platform[] = []): ComposerValues {
  return { caption: '', photoId: null, platforms, date: '', time: '' };
}

/** Date and time decide: with both it is scheduled, otherwise it is a draft and the form says why. */
export function intentOf(values: Pick<ComposerValues, 'date' | 'time'>): {
  status: 'scheduled' | 'draft';
  button: 'Schedule Post' | 'Save as Draft';
  why: string | null;
} {
  if (values.date && values.time) return { status: 'scheduled', button: 'Schedule Post', why: null };
  const why =
    !values.date && !values.time
      ? 'Without a date and a time this is saved as a draft.'
      : values.date
        ? 'Add a time to schedule it. Without one this is saved as a draft.'
        : 'Add a date to schedule it. Without one this is saved as a draft.';
  return { status: 'draft', button: 'Save as Draft', why };
}

/** What keeps the post from being saved, each at its field, in the words of the contract. */
export function problemsOf(
  values: ComposerValues,
  facts: { connected: ReadonlySet<Platform>; instant: string | null; now: number },
): Problems {
  const problems: Problems = {};
  const scheduled = intentOf(values).status === 'scheduled';
  if (values.caption.trim() === '') problems.caption = postMessages.captionRequired;
  if (scheduled && values.photoId === null) problems.photo = postMessages.photoRequired;
  const missing = values.platforms.filter((platform) => !facts.connected.has(platform));
  if (values.platforms.length === 0) problems.platforms = postMessages.platformRequired;
  else if (missing.length > 0) {
    problems.platforms = postMessages.notConnected(missing.map((one) => platformRules[one].name).join(', '));
  }
  if (!problems.caption) {
    const tooMuch = values.platforms
      .map((platform) => checkCaption(platform, values.caption).problem)
      .find((problem) => problem !== null);
    if (tooMuch) problems.caption = tooMuch;
  }
  if (facts.instant !== null && Date.parse(facts.instant) < facts.now - PAST_TOLERANCE_MS) problems.time = pastMessage;
  return problems;
}

/** The server's refusals at the fields of the form; what finds no field is for the whole form. */
export function problemsOfServer(details: readonly ErrorDetail[]): { problems: Problems; rest: string[] } {
  const problems: Problems = {};
  const rest: string[] = [];
  for (const { path, message } of details) {
    const [head] = path.split('.');
    if (head === 'caption' || head === 'captionByPlatform') problems.caption = message;
    else if (head === 'photoId') problems.photo = message;
    else if (head === 'platforms') problems.platforms = message;
    else if (head === 'scheduledFor') problems.time = message;
    else rest.push(message);
  }
  return { problems, rest };
}

/** Platforms of a new post: Instagram, as far as it is connected. */
export function defaultPlatforms(connected: ReadonlySet<Platform>): readonly Platform[] {
  return connected.has('instagram') ? ['instagram'] : [];
}
