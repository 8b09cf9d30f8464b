import type { PlatformProblem } from '../platform.port.ts';
import {
  appRefused,
  connectionEnded,
  ownProblem,
  permissionMissing,
  pictureRefused,
  postRefused,
  slowDown,
} from '../problems.ts';

const LABEL = 'TikTok';
const ONE_MINUTE = 60;
const ONE_HOUR = 3_600;

function postCap(code: string): PlatformProblem {
  // The cap counts a rolling day and names no end: trying once an hour costs little.
  return {
    kind: 'wait',
    code,
    message: 'TikTok has reached the number of posts that it takes from other apps for this account in a day.',
    seconds: ONE_HOUR,
    scope: 'account',
  };
}

function banned(code: string): PlatformProblem {
  return {
    kind: 'restricted',
    code,
    message:
      'TikTok does not let this account post at the moment. Open the TikTok app, follow its instructions, then retry.',
  };
}

function notFetched(code: string): PlatformProblem {
  return { kind: 'transient', code, message: 'TikTok could not fetch the picture from us.' };
}

/** An error of TikTok's envelope as what we do next; `said` is its own message. */
export function tiktokProblem(code: string, said: string | null): PlatformProblem {
  switch (code) {
    case 'access_token_invalid':
      return connectionEnded(LABEL, code);
    case 'scope_not_authorized':
    case 'scope_permission_missed':
      return permissionMissing(LABEL, code);
    case 'rate_limit_exceeded':
      return slowDown(LABEL, code, ONE_MINUTE);
    case 'spam_risk_too_many_posts':
    case 'spam_risk_too_many_pending_share':
    case 'reached_active_user_cap':
      return postCap(code);
    case 'spam_risk_user_banned_from_posting':
    case 'spam_risk':
      return banned(code);
    case 'unaudited_client_can_only_post_to_private_accounts':
      return appRefused(LABEL, code, 'have it audited by TikTok, or set TIKTOK_PRIVACY_LEVEL to SELF_ONLY until then');
    case 'url_ownership_unverified':
      return appRefused(LABEL, code, 'verify the address that pictures are fetched from at TikTok');
    case 'app_version_check_failed':
      return {
        kind: 'restricted',
        code,
        message: 'TikTok asks for a newer TikTok app on the phone of this account. Update it, then retry.',
      };
    case 'privacy_level_option_mismatch':
      // The creator changed the account's privacy since we asked: ask again.
      return { kind: 'stale', code, message: 'The privacy settings of this TikTok account have changed.' };
    case 'internal_error':
    case 'internal':
      return ownProblem(LABEL, code);
    default:
      return postRefused(LABEL, code, said);
  }
}

/** Why a post that TikTok had accepted was not published (`fail_reason`). */
export function failureProblem(reason: string): PlatformProblem {
  switch (reason) {
    case 'file_format_check_failed':
      return pictureRefused(LABEL, reason, 'only JPEG and WebP are taken. Save it as JPEG, then retry.');
    case 'picture_size_check_failed':
      return pictureRefused(LABEL, reason, 'it is larger than 1080p or 20 MB. Make it smaller, then retry.');
    case 'photo_pull_failed':
    case 'video_pull_failed':
      return notFetched(reason);
    case 'publish_cancelled':
      return { kind: 'refused', code: reason, message: 'The post was cancelled in TikTok. Retry when you like.' };
    case 'auth_removed':
      return connectionEnded(LABEL, reason, 'Postloom was removed from the apps of this account');
    case 'spam_risk_text':
      return {
        kind: 'refused',
        code: reason,
        message: 'TikTok refused the caption because it looks like spam. Change it, then retry.',
      };
    default:
      return tiktokProblem(reason, null);
  }
}
