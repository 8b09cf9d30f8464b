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

/** Makes what we do next of an error's code. */
type Answer = (code: string) => PlatformProblem;

/** A problem of that kind with a sentence of its own. */
function says(kind: 'refused' | 'restricted' | 'stale' | 'transient', message: string): Answer {
  return (code) => ({ kind, code, message });
}

// The cap counts a rolling day and names no end: trying once an hour costs little.
const postCap: Answer = (code) => ({
  kind: 'wait',
  code,
  message: 'TikTok has reached the number of posts that it takes from other apps for this account in a day.',
  seconds: ONE_HOUR,
  scope: 'account',
});

const banned = says(
  'restricted',
  'TikTok does not let this account post at the moment. Open the TikTok app, follow its instructions, then retry.',
);
const lacksPermission: Answer = (code) => permissionMissing(LABEL, code);
const hasOwnProblem: Answer = (code) => ownProblem(LABEL, code);
const notFetched = says('transient', 'TikTok could not fetch the picture from us.');

/** Error codes of TikTok's envelope. */
const errors: ReadonlyMap<string, Answer> = new Map([
  ['access_token_invalid', (code) => connectionEnded(LABEL, code)],
  ['scope_not_authorized', lacksPermission],
  ['scope_permission_missed', lacksPermission],
  ['rate_limit_exceeded', (code) => slowDown(LABEL, code, ONE_MINUTE)],
  ['spam_risk_too_many_posts', postCap],
  ['spam_risk_too_many_pending_share', postCap],
  ['reached_active_user_cap', postCap],
  ['spam_risk_user_banned_from_posting', banned],
  ['spam_risk', banned],
  [
    'unaudited_client_can_only_post_to_private_accounts',
    (code) => appRefused(LABEL, code, 'have it audited by TikTok, or set TIKTOK_PRIVACY_LEVEL to SELF_ONLY until then'),
  ],
  [
    'url_ownership_unverified',
    (code) => appRefused(LABEL, code, 'verify the address that pictures are fetched from at TikTok'),
  ],
  [
    'app_version_check_failed',
    says('restricted', 'TikTok asks for a newer TikTok app on the phone of this account. Update it, then retry.'),
  ],
  // The creator changed the account's privacy since we asked: ask again.
  ['privacy_level_option_mismatch', says('stale', 'The privacy settings of this TikTok account have changed.')],
  ['internal_error', hasOwnProblem],
  ['internal', hasOwnProblem],
]);

/** Reasons why an accepted post was not published; the codes of `errors` occur among them, too. */
const failures: ReadonlyMap<string, Answer> = new Map([
  [
    'file_format_check_failed',
    (code) => pictureRefused(LABEL, code, 'only JPEG and WebP are taken. Save it as JPEG, then retry.'),
  ],
  [
    'picture_size_check_failed',
    (code) => pictureRefused(LABEL, code, 'it is larger than 1080p or 20 MB. Make it smaller, then retry.'),
  ],
  ['photo_pull_failed', notFetched],
  ['video_pull_failed', notFetched],
  ['publish_cancelled', says('refused', 'The post was cancelled in TikTok. Retry when you like.')],
  ['auth_removed', (code) => connectionEnded(LABEL, code, 'Postloom was removed from the apps of this account')],
  ['spam_risk_text', says('refused', 'TikTok refused the caption because it looks like spam. Change it, then retry.')],
]);

/** An error of TikTok's envelope as what we do next; `said` is its own message. */
export function tiktokProblem(code: string, said: string | null): PlatformProblem {
  return errors.get(code)?.(code) ?? postRefused(LABEL, code, said);
}

/** Why a post that TikTok had accepted was not published (`fail_reason`). */
export function failureProblem(reason: string): PlatformProblem {
  return failures.get(reason)?.(reason) ?? tiktokProblem(reason, null);
}
