import { postMessages } from '../scheduling/messages.ts';
import type { PreflightFinding } from '../scheduling/preflight.ts';
import { fittingCaption } from './caption-fixes.ts';
import { aspectFit, centredCrop } from './crop-fixes.ts';
import type { Platform } from './catalogue.ts';
import { captionLength, cashtagsOf, hashtagsOf, linksOf, mentionsOf, platformRules } from './rules.ts';

/** A picture as it will reach the platform; null where it is not known yet. */
export interface CheckedPhoto {
  readonly id: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly mimeType: string | null;
  readonly bytes: number | null;
}

/** A post on one platform, with what is known about its surroundings. */
export interface CheckedPost {
  readonly platform: Platform;
  readonly caption: string;
  readonly photos: readonly CheckedPhoto[];
  /** Chosen pictures that no longer exist. */
  readonly missingPhotoIds: readonly string[];
  /** Null: the connection is not checked. */
  readonly account: 'connected' | 'expiring' | 'broken' | 'none' | null;
  /** Another post of the account, within the platform's window, has the same text. */
  readonly hasTwin: boolean;
  /** Other posts of the account within the window of the platform's cap. */
  readonly others: number;
}

export interface PlatformCheck {
  readonly platform: Platform;
  /** What the platform would refuse. */
  readonly errors: PreflightFinding[];
  /** It will be published, but not as intended. */
  readonly warnings: PreflightFinding[];
}

/** From this fraction of a limit on the counter is shown: the documents define units only roughly. */
const NEAR_LIMIT = 0.98;

/** Every finding about a post before it is sent to a platform. */
export function checkForPlatform(post: CheckedPost): PlatformCheck {
  const findings = [...captionFindings(post), ...photoFindings(post), ...surroundings(post)];
  return {
    platform: post.platform,
    errors: findings.filter((one) => one.isError).map(({ finding }) => finding),
    warnings: findings.filter((one) => !one.isError).map(({ finding }) => finding),
  };
}

interface Graded {
  readonly isError: boolean;
  readonly finding: PreflightFinding;
}

type Facts = Partial<PreflightFinding> & { readonly rule: string; readonly message: string };

const withNothing = { found: null, allowed: null, photoId: null, fix: null };
const error = (facts: Facts): Graded => ({ isError: true, finding: { ...withNothing, ...facts } });
const warning = (facts: Facts): Graded => ({ isError: false, finding: { ...withNothing, ...facts } });

function captionFindings({ platform, caption }: CheckedPost): Graded[] {
  const { name, captionLimit, hashtagLimit, mentionLimit, cashtagLimit, linkWarning } = platformRules[platform];
  const found: Graded[] = [];
  // The same for every finding, and the costly part of a long caption's check.
  let fitting: string | undefined;
  const fix = (label: string) => {
    fitting ??= fittingCaption(platform, caption);
    return { kind: 'caption' as const, label, caption: fitting };
  };
  const length = captionLength(platform, caption);
  if (length > captionLimit) {
    const message = postMessages.captionTooLong(name, length, captionLimit);
    const facts = { rule: 'caption_length', message, found: length, allowed: captionLimit };
    found.push(error({ ...facts, fix: fix(`Shorten it for ${name}`) }));
  } else if (length > captionLimit * NEAR_LIMIT && platformRules[platform].captionUnit !== 'weighted') {
    const message = `The caption is close to the limit of ${name}: ${count(length)} of ${count(captionLimit)} characters.`;
    found.push(warning({ rule: 'caption_length', message, found: length, allowed: captionLimit }));
  }
  const hashtags = hashtagsOf(caption).length;
  if (hashtagLimit !== null && hashtags > hashtagLimit) {
    const message = postMessages.tooManyHashtags(name, hashtags, hashtagLimit);
    const facts = { rule: 'hashtags', message, found: hashtags, allowed: hashtagLimit };
    found.push(error({ ...facts, fix: fix(`Keep the first ${hashtagLimit} hashtags`) }));
  }
  const mentions = mentionsOf(caption).length;
  if (mentionLimit !== null && mentions > mentionLimit) {
    const message = `${name} takes at most ${mentionLimit} mentions; there are ${mentions}.`;
    const facts = { rule: 'mentions', message, found: mentions, allowed: mentionLimit };
    found.push(error({ ...facts, fix: fix(`Keep the first ${mentionLimit} mentions`) }));
  }
  const cashtags = cashtagsOf(caption).length;
  if (cashtagLimit !== null && cashtags > cashtagLimit) {
    const limit = cashtagLimit === 1 ? 'one cashtag' : `${cashtagLimit} cashtags`;
    const message = `${name} takes at most ${limit} in a post; there are ${cashtags}.`;
    const facts = { rule: 'cashtags', message, found: cashtags, allowed: cashtagLimit };
    found.push(error({ ...facts, fix: fix(`Keep the first ${limit.replace('one ', '')}`) }));
  }
  const addresses = linkWarning === null ? [] : linksOf(caption);
  if (linkWarning !== null && addresses.length > 0) {
    found.push(warning({ rule: 'links', message: linkWarning, found: addresses.length }));
  }
  return found;
}

function photoFindings({ platform, photos, missingPhotoIds }: CheckedPost): Graded[] {
  const { name, maxPhotos, textOnly, cutsToFirst } = platformRules[platform];
  const found: Graded[] = missingPhotoIds.map((photoId) =>
    error({ rule: 'photo_missing', message: 'A photo of this post no longer exists.', photoId }),
  );
  if (photos.length === 0 && missingPhotoIds.length === 0 && !textOnly) {
    found.push(
      error({ rule: 'photo_missing', message: `${name} takes no post without a photo.`, found: 0, allowed: 1 }),
    );
  }
  if (photos.length > maxPhotos) {
    const message = `${name} takes at most ${maxPhotos} photos; there are ${photos.length}.`;
    const photoIds = photos.slice(0, maxPhotos).map(({ id }) => id);
    const fix = { kind: 'photos' as const, label: `Keep the first ${maxPhotos} photos`, photoIds };
    found.push(error({ rule: 'photo_count', message, found: photos.length, allowed: maxPhotos, fix }));
  }
  found.push(...photos.flatMap((photo) => onePhoto(platform, photo)));
  const shapes = new Set(photos.map(({ width, height }) => (width && height ? (width / height).toFixed(2) : null)));
  shapes.delete(null);
  if (cutsToFirst && shapes.size > 1) {
    const message = `${name} cuts all photos of a post to the shape of the first one.`;
    found.push(warning({ rule: 'photo_shapes', message, found: shapes.size, allowed: 1 }));
  }
  return found;
}

function onePhoto(platform: Platform, photo: CheckedPhoto): Graded[] {
  const { name, aspect, photo: rules } = platformRules[platform];
  const { id: photoId, width, height, mimeType, bytes } = photo;
  const found: Graded[] = [];
  if (mimeType !== null && !rules.types.includes(mimeType)) {
    const allowed = rules.types.map(typeName).join(', ');
    const message = `${name} does not take ${typeName(mimeType)} pictures.`;
    found.push(error({ rule: 'photo_type', message, found: typeName(mimeType), allowed, photoId }));
  }
  if (bytes !== null && bytes > rules.maxBytes) {
    const message = `${name} takes pictures up to ${megabytes(rules.maxBytes)}; this one has ${megabytes(bytes)}.`;
    found.push(error({ rule: 'photo_bytes', message, found: bytes, allowed: rules.maxBytes, photoId }));
  }
  if (width === null || height === null) {
    return found;
  }
  if (rules.maxPixels !== null && width * height > rules.maxPixels) {
    const message = `${name} takes pictures up to ${count(rules.maxPixels)} pixels; this one has ${count(width * height)}.`;
    found.push(error({ rule: 'photo_size', message, found: width * height, allowed: rules.maxPixels, photoId }));
  }
  if (rules.minWidth !== null && width < rules.minWidth) {
    const message = `${name} shows pictures at least ${rules.minWidth} pixels wide; this one has ${width} and will look blurred.`;
    found.push(warning({ rule: 'photo_size', message, found: width, allowed: rules.minWidth, photoId }));
  }
  const fit = aspect === null ? 'inside' : aspectFit({ width, height }, aspect);
  if (aspect !== null && fit !== 'inside') {
    const isWide = width / height > aspect.max;
    const message = `${name} takes pictures from ${aspect.narrowest} to ${aspect.widest}; this one is ${isWide ? 'wider' : 'taller'}.`;
    const crop = centredCrop({ width, height }, aspect);
    const fix = { kind: 'crop' as const, label: `Cut to ${isWide ? aspect.widest : aspect.narrowest}`, photoId, crop };
    const facts = {
      rule: 'photo_aspect',
      message,
      found: shape(width, height),
      allowed: `${aspect.narrowest} to ${aspect.widest}`,
      photoId,
      fix,
    };
    found.push(fit === 'outside' ? error(facts) : warning(facts));
  }
  return found;
}

const RECONNECT_REQUIRED = 'reconnect required';

/** The warning that a post waits for its account to be reconnected. */
export function isReconnectRequired({ rule, found }: Pick<PreflightFinding, 'rule' | 'found'>): boolean {
  return rule === 'account' && found === RECONNECT_REQUIRED;
}

function surroundings({ platform, account, hasTwin, others }: CheckedPost): Graded[] {
  const { name, cap, duplicateMinutes } = platformRules[platform];
  const found: Graded[] = [];
  if (account === 'none') {
    found.push(error({ rule: 'account', message: `${name} is not connected.`, found: 'not connected' }));
  }
  if (account === 'broken') {
    found.push(warning({ rule: 'account', message: postMessages.reconnectRequired(name), found: RECONNECT_REQUIRED }));
  }
  if (account === 'expiring') {
    const message = `The connection to ${name} ends before this post goes out. Reconnect the account.`;
    found.push(warning({ rule: 'account', message, found: 'expiring' }));
  }
  if (hasTwin && duplicateMinutes !== null) {
    const message = `${name} refuses the same text twice within ${duration(duplicateMinutes)}, and another post has this text.`;
    found.push(warning({ rule: 'duplicate', message }));
  }
  if (cap !== null && others >= cap.posts) {
    const message = `${name} takes ${cap.posts} posts within ${duration(cap.minutes)}; ${others} others are planned or out, so this one may wait.`;
    found.push(warning({ rule: 'cap', message, found: others + 1, allowed: cap.posts }));
  }
  return found;
}

function shape(width: number, height: number): string {
  return `${(width / height).toFixed(2)}:1`;
}

function typeName(mimeType: string): string {
  return (mimeType.split('/')[1] ?? mimeType).toUpperCase();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

function duration(minutes: number): string {
  if (minutes % 60 !== 0) {
    return `${minutes} minutes`;
  }
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
