import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, jsonObject } from '../http-call.ts';
import type { BudgetNote, PlatformProblem } from '../platform.port.ts';
import {
  appRefused,
  connectionEnded,
  duplicate,
  ownProblem,
  pictureRefused,
  postRefused,
  slowDown,
  spoken,
} from '../problems.ts';

/** The parts of Meta's error body that tell errors apart. */
export interface GraphFailure {
  readonly code: number;
  readonly subcode: number | null;
  readonly isTransient: boolean;
  /** Meta's own sentence for people. */
  readonly userMessage: string | null;
  /** The app's own id or secret was rejected. */
  readonly isAppRefused?: boolean;
}

/** Meta's codes do not tell a wrong app id or secret from a passing problem (1 is both): only its words for developers do. */
export function isAppRefusal(message: string | null): boolean {
  return /^(error validating (client secret|application)|invalid platform app)/i.test(message ?? '');
}

/** Null when the answer carries no Graph error: decide by code, never by HTTP status. */
export function graphFailure(response: OutboundResponse): GraphFailure | null {
  const error = asObject(jsonObject(response)?.['error']);
  if (!error || typeof error['code'] !== 'number') {
    return null;
  }
  return {
    code: error['code'],
    subcode: typeof error['error_subcode'] === 'number' ? error['error_subcode'] : null,
    isTransient: error['is_transient'] === true,
    userMessage: asText(error['error_user_msg']),
    isAppRefused: isAppRefusal(asText(error['message'])),
  };
}

const ONE_HOUR = 3_600;

/** Seconds until Meta lets us call again (`estimated_time_to_regain_access` is in minutes); null when nothing is blocked. */
function regainSeconds(headers: Readonly<Record<string, string>>): number | null {
  const usage = parsed(headers['x-business-use-case-usage']);
  if (!usage) {
    return null;
  }
  let minutes = 0;
  for (const entries of Object.values(usage)) {
    for (const entry of asList(entries)) {
      const wait = entry['estimated_time_to_regain_access'];
      if (typeof wait === 'number') {
        minutes = Math.max(minutes, wait);
      }
    }
  }
  return minutes > 0 ? minutes * 60 : null;
}

/** Above this share of a limit we slow down, at 100 % we stop: calling on lengthens the block. */
const SLOW_PERCENT = 80;
const SLOW_SECONDS = 15;

/** What the usage headers of any answer ask of us. */
export function graphBudget(headers: Readonly<Record<string, string>>): BudgetNote | null {
  const blocked = regainSeconds(headers);
  if (blocked !== null) {
    return { scope: 'account', seconds: blocked };
  }
  const app = highestPercent([parsed(headers['x-app-usage']) ?? {}]);
  if (app >= 100) {
    return { scope: 'app', seconds: ONE_HOUR };
  }
  const account = highestPercent(
    Object.values(parsed(headers['x-business-use-case-usage']) ?? {}).flatMap((entries) => [...asList(entries)]),
  );
  if (account >= 100) {
    return { scope: 'account', seconds: ONE_HOUR };
  }
  if (app >= SLOW_PERCENT) {
    return { scope: 'app', seconds: SLOW_SECONDS };
  }
  return account >= SLOW_PERCENT ? { scope: 'account', seconds: SLOW_SECONDS } : null;
}

function highestPercent(entries: readonly Readonly<Record<string, unknown>>[]): number {
  let highest = 0;
  for (const entry of entries) {
    for (const name of ['call_count', 'total_time', 'total_cputime']) {
      const percent = entry[name];
      if (typeof percent === 'number') {
        highest = Math.max(highest, percent);
      }
    }
  }
  return highest;
}

function parsed(header: string | undefined): Record<string, unknown> | null {
  if (header === undefined) {
    return null;
  }
  try {
    return asObject(JSON.parse(header));
  } catch {
    return null; // a malformed usage header says nothing
  }
}

const deadToken: Readonly<Record<number, string>> = {
  458: 'Postloom was removed from the apps of this account',
  459: 'the account has to pass a security check',
  460: 'the password was changed',
  463: 'the connection has expired',
  464: 'the account is not confirmed',
  467: 'the connection was ended',
  492: 'you are no longer an editor of this Page',
};

const pictureRefusals: Readonly<Record<number, string>> = {
  2207004: 'it is larger than 8 MB. Make it smaller, then retry.',
  2207005: 'only JPEG pictures are taken. Save it as JPEG, then retry.',
  2207009: 'its shape must be between 4:5 (tall) and 1.91:1 (wide). Crop it, then retry.',
  2207026: 'this video format is not taken.',
};

/** A Graph error as what we do next, with a sentence for the person. `label`: 'Instagram' or 'Facebook'. */
export function graphProblem(
  label: string,
  failure: GraphFailure,
  headers: Readonly<Record<string, string>>,
): PlatformProblem {
  const { code, subcode } = failure;
  const id = subcode === null ? String(code) : `${code}/${subcode}`;
  const blocked = regainSeconds(headers);
  const say = (why: string): PlatformProblem => pictureRefused(label, id, why);

  if (failure.isAppRefused === true) {
    return appRefused(label, id, 'check its client id and secret');
  }
  if (code === 190 || code === 102) {
    const why = (subcode !== null ? deadToken[subcode] : undefined) ?? 'the connection is no longer accepted';
    return connectionEnded(label, id, why);
  }
  if (subcode === 2207051) {
    return {
      kind: 'restricted',
      code: id,
      message: `${label} restricts this account's activity at the moment and refused the post. Retry later or post less often.`,
    };
  }
  // Subcodes say more than the codes that they come with (1390008 comes with 368, and is only a matter of waiting).
  if (subcode === 1390008) {
    return {
      kind: 'wait',
      code: id,
      message: `${label} says that this Page posts too fast.`,
      seconds: ONE_HOUR,
      scope: 'account',
    };
  }
  if (subcode === 1404078) {
    return {
      kind: 'restricted',
      code: id,
      message: `${label} asks the Page for a publishing authorization. Complete it in ${label}'s Page settings, then retry.`,
    };
  }
  if (code === 9 && subcode === 2207042) {
    return {
      kind: 'wait',
      code: id,
      message: `${label} has reached the account's daily number of posts.`,
      seconds: ONE_HOUR,
      scope: 'account',
    };
  }
  if ([4, 17, 32, 341, 613].includes(code) || (code >= 80_000 && code <= 80_014)) {
    return slowDown(label, id, blocked ?? ONE_HOUR, code === 4 && blocked === null ? 'app' : 'account');
  }
  if (code === 10 || code === 3 || (code >= 200 && code <= 299)) {
    return {
      kind: 'reconnect',
      code: id,
      message: `${label} says that a permission is missing. Reconnect the account and leave all permissions ticked.`,
    };
  }
  if (code === 25 || subcode === 2207050) {
    return {
      kind: 'restricted',
      code: id,
      message: `${label} has restricted this account. Open the ${label} app, follow its instructions, then retry.`,
    };
  }
  if (code === 368) {
    return {
      kind: 'restricted',
      code: id,
      message: `${label} blocked this post for breaking its rules. Change the text or the picture, then retry.`,
    };
  }
  if (code === 506 || subcode === 1366051) {
    // 1366051: the photos were posted already, by our own earlier call or by nobody.
    return duplicate(label, id);
  }
  const picture = subcode === null ? undefined : pictureRefusals[subcode];
  if (picture !== undefined || [36_000, 36_001, 36_003].includes(code)) {
    return say(picture ?? 'it does not fit its rules.');
  }
  if (code === 36_004 || subcode === 2207010) {
    return {
      kind: 'refused',
      code: id,
      message: `${label} refused the caption: it is longer than 2,200 characters or has more than 30 hashtags. Shorten it, then retry.`,
    };
  }
  if (subcode === 2207040) {
    return {
      kind: 'refused',
      code: id,
      message: `${label} refused the caption: it names more than 20 accounts. Remove some, then retry.`,
    };
  }
  if (subcode === 2207028) {
    return {
      kind: 'refused',
      code: id,
      message: `${label} takes 2 to 10 pictures in one post. Change the number of pictures, then retry.`,
    };
  }
  if (code === 9_007 || subcode === 2207027) {
    return {
      kind: 'transient',
      code: id,
      message: `${label} is not ready with the picture yet.`,
      ...(subcode === 2207027 ? { isProcessing: true } : {}),
    };
  }
  if (subcode === 2207008 || subcode === 2207020 || subcode === 2207006) {
    return { kind: 'stale', code: id, message: `${label} no longer has the prepared picture.` };
  }
  if (code === 9_004 || subcode === 2207052 || code === 389) {
    return { kind: 'transient', code: id, message: `${label} could not fetch the picture from us.` };
  }
  if ([324, 382].includes(code) || subcode === 1366046) {
    return say(
      `${failure.userMessage === null ? 'it could not be used.' : spoken(failure.userMessage)} Replace it, then retry.`,
    );
  }
  const isPassing = subcode !== null && [2207001, 2207003, 2207032, 2207053].includes(subcode);
  if (failure.isTransient || isPassing || [1, 2, -1, -2].includes(code)) {
    return ownProblem(label, id);
  }
  if (code === 1_609_005 || subcode === 1_609_005) {
    return {
      kind: 'refused',
      code: id,
      message: `${label} refused a link in the text. Check it or leave it out, then retry.`,
    };
  }
  return postRefused(label, id, failure.userMessage);
}
