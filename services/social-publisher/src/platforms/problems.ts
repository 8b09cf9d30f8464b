import { accountMessages, platformRules } from '@postloom/contracts';
import { PlatformError } from './platform.port.ts';
import type { Delivery, PlatformProblem, SocialPlatform } from './platform.port.ts';

/** Problems that every platform may report, in the same words. `label`: 'Instagram'; `code`: distinguishes it in logs. */

export function unreadable(label: string, code: string): PlatformError {
  return new PlatformError({
    kind: 'transient',
    code,
    message: `${label} gave an answer that we could not read.`,
  });
}

export function ownProblem(label: string, code: string): PlatformProblem {
  return { kind: 'transient', code, message: `${label} had a problem of its own.` };
}

/** The connection is over: `why` as in 'the password was changed'. */
export function connectionEnded(label: string, code: string, why?: string): PlatformProblem {
  const what = why === undefined ? `${label} no longer accepts the connection` : `${label}: ${why}`;
  return {
    kind: 'reconnect',
    code,
    message: `${what}. ${accountMessages.reconnect}`,
  };
}

/** A refresh was refused: nothing but a new consent helps. */
export function refreshRefused(label: string): PlatformProblem {
  return {
    kind: 'reconnect',
    code: 'refresh_refused',
    message: `${label} ended the connection. ${accountMessages.reconnect}`,
  };
}

export function permissionMissing(label: string, code: string): PlatformProblem {
  return {
    kind: 'reconnect',
    code,
    message: `${label} says that a permission is missing. Reconnect the account and allow everything that is asked.`,
  };
}

/** No window of a platform is longer: a later end is a header in another unit, and the limit is checked again. */
const LONGEST_WAIT = 86_400;

export function slowDown(
  label: string,
  code: string,
  seconds: number,
  scope: 'account' | 'app' = 'account',
): Extract<PlatformProblem, { kind: 'wait' }> {
  const message = `${label} asks us to slow down.`;
  return { kind: 'wait', code, message, seconds: Math.min(seconds, LONGEST_WAIT), scope };
}

export function duplicate(label: string, code: string): PlatformProblem {
  return {
    kind: 'duplicate',
    code,
    message: `${label} refused the post because the same text was posted before. Change the text, then retry.`,
  };
}

/** Our app at the platform is the problem; `what` as in 'check its client id and secret'. */
export function appRefused(label: string, code: string, what: string): PlatformProblem {
  return {
    kind: 'setup',
    code,
    message: `${label} refuses the app of this installation. Whoever runs it must ${what}.`,
  };
}

export function uploadGone(label: string, code: string): PlatformProblem {
  return { kind: 'stale', code, message: `${label} no longer has the uploaded picture.` };
}

export function postRefused(label: string, code: string, said: string | null): PlatformProblem {
  const why = said === null ? ` (error ${code}).` : `: ${spoken(said)}`;
  return { kind: 'refused', code, message: `${label} refused the post${why}` };
}

export function pictureRefused(label: string, code: string, why: string): PlatformProblem {
  return { kind: 'refused', code, message: `${label} refused the picture: ${why}` };
}

export function codeRefused(label: string): PlatformError {
  return new PlatformError({
    kind: 'refused',
    code: 'code_refused',
    message: `${label} did not accept this sign-in. Please connect again.`,
  });
}

/** The sentence for a platform that has no call to delete a post. */
export function removeThere(label: string): { readonly kind: 'not_offered'; readonly message: string } {
  return {
    kind: 'not_offered',
    message: `${label} lets no other app delete posts. Delete it in the ${label} app.`,
  };
}

/** A platform's own message, made fit for a person: one sentence, not too long, without anything that may be a secret. */
export function spoken(text: string): string {
  const line = text
    .replace(/[\w.~+/=-]{24,}/g, (run) => (/\d/.test(run) ? '…' : run))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** Refuses what the platform cannot take, before any call is made. @throws {PlatformError} refused */
export function checkPhotoCount(platform: Pick<SocialPlatform, 'platform' | 'label'>, delivery: Delivery): void {
  const rules = platformRules[platform.platform];
  const { photoCount } = delivery;
  if (photoCount === 0 && !rules.textOnly) {
    throw new PlatformError({
      kind: 'refused',
      code: 'photo_needed',
      message: `${platform.label} takes no post without a picture. Add one, then retry.`,
    });
  }
  if (photoCount > rules.maxPhotos) {
    const over = photoCount - rules.maxPhotos;
    throw new PlatformError({
      kind: 'refused',
      code: 'too_many_photos',
      message: `${platform.label} takes at most ${rules.maxPhotos} pictures in one post. Remove ${over}, then retry.`,
    });
  }
}
