import type { PlatformProblem } from '../platform.port.ts';
import { connectionEnded, duplicate, ownProblem, pictureRefused, slowDown, spoken } from '../problems.ts';

/** What a row's problem is made from. `id`: `code` or `code/subcode`. */
export interface GraphErrorFacts {
  readonly label: string;
  readonly id: string;
  readonly code: number;
  readonly subcode: number | null;
  /** Meta's own sentence for people. */
  readonly userMessage: string | null;
  /** Seconds until Meta lets us call again, from the usage headers; null when they name none. */
  readonly blockedSeconds: number | null;
}

/** One kind of Graph error: the codes or subcodes that it comes with, and what we do next. */
export interface GraphErrorRow {
  /** Ranges, both ends included. */
  readonly codes?: readonly (readonly [first: number, last: number])[];
  readonly subcodes?: readonly number[];
  /** The code and the subcode must both match; otherwise either is enough. */
  readonly needsBoth?: boolean;
  /** An error that Meta marks as transient is retried instead. */
  readonly yieldsToTransient?: boolean;
  readonly problem: (facts: GraphErrorFacts) => PlatformProblem;
}

const ONE_HOUR = 3_600;

const endedConnections: Readonly<Record<number, string>> = {
  458: 'Postloom was removed from the apps of this account',
  459: 'the account has to pass a security check',
  460: 'the password was changed',
  463: 'the connection has expired',
  464: 'the account is not confirmed',
  467: 'the connection was ended',
  492: 'you are no longer an editor of this Page',
};

type Problem = GraphErrorRow['problem'];

function only(...codes: readonly number[]): readonly (readonly [number, number])[] {
  return codes.map((code) => [code, code] as const);
}

/** A problem of that kind; `text` follows the platform's name. */
function says(
  kind: 'reconnect' | 'refused' | 'restricted' | 'stale' | 'transient',
  text: (label: string) => string,
): Problem {
  return ({ label, id }) => ({ kind, code: id, message: `${label} ${text(label)}` });
}

function waitsAnHour(text: string): Problem {
  return ({ label, id }) => ({
    kind: 'wait',
    code: id,
    message: `${label} ${text}`,
    seconds: ONE_HOUR,
    scope: 'account',
  });
}

function picture(why: string): Problem {
  return ({ label, id }) => pictureRefused(label, id, why);
}

/**
 * Meta's error codes. The first row that matches counts: a subcode is more specific than the code that it comes with (1390008 comes with
 * 368, and is only a matter of waiting), so its row comes before the code's.
 */
export const graphErrorRows: readonly GraphErrorRow[] = [
  {
    codes: only(190, 102),
    problem: ({ label, id, subcode }) =>
      connectionEnded(
        label,
        id,
        (subcode === null ? undefined : endedConnections[subcode]) ?? 'the connection is no longer accepted',
      ),
  },
  {
    subcodes: [2207051],
    problem: says(
      'restricted',
      () => "restricts this account's activity at the moment and refused the post. Retry later or post less often.",
    ),
  },
  { subcodes: [1390008], problem: waitsAnHour('says that this Page posts too fast.') },
  {
    subcodes: [1404078],
    problem: says(
      'restricted',
      (label) => `asks the Page for a publishing authorization. Complete it in ${label}'s Page settings, then retry.`,
    ),
  },
  {
    codes: only(9),
    subcodes: [2207042],
    needsBoth: true,
    problem: waitsAnHour("has reached the account's daily number of posts."),
  },
  {
    // Code 4 is the app's own limit, unless the usage headers name the account's.
    codes: only(4),
    problem: ({ label, id, blockedSeconds }) =>
      slowDown(label, id, blockedSeconds ?? ONE_HOUR, blockedSeconds === null ? 'app' : 'account'),
  },
  {
    codes: [...only(17, 32, 341, 613), [80_000, 80_014]],
    problem: ({ label, id, blockedSeconds }) => slowDown(label, id, blockedSeconds ?? ONE_HOUR, 'account'),
  },
  {
    codes: [...only(3, 10), [200, 299]],
    problem: says(
      'reconnect',
      () => 'says that a permission is missing. Reconnect the account and leave all permissions ticked.',
    ),
  },
  {
    codes: only(25),
    subcodes: [2207050],
    problem: says(
      'restricted',
      (label) => `has restricted this account. Open the ${label} app, follow its instructions, then retry.`,
    ),
  },
  {
    codes: only(368),
    problem: says(
      'restricted',
      () => 'blocked this post for breaking its rules. Change the text or the picture, then retry.',
    ),
  },
  {
    // 1366051: the photos were posted already, by an earlier call of ours or by nobody.
    codes: only(506),
    subcodes: [1366051],
    problem: ({ label, id }) => duplicate(label, id),
  },
  { subcodes: [2207004], problem: picture('it is larger than 8 MB. Make it smaller, then retry.') },
  { subcodes: [2207005], problem: picture('only JPEG pictures are taken. Save it as JPEG, then retry.') },
  {
    subcodes: [2207009],
    problem: picture('its shape must be between 4:5 (tall) and 1.91:1 (wide). Crop it, then retry.'),
  },
  { subcodes: [2207026], problem: picture('this video format is not taken.') },
  { codes: only(36_000, 36_001, 36_003), problem: picture('it does not fit its rules.') },
  {
    codes: only(36_004),
    subcodes: [2207010],
    problem: says(
      'refused',
      () =>
        'refused the caption: it is longer than 2,200 characters or has more than 30 hashtags. Shorten it, then retry.',
    ),
  },
  {
    subcodes: [2207040],
    problem: says('refused', () => 'refused the caption: it names more than 20 accounts. Remove some, then retry.'),
  },
  {
    subcodes: [2207028],
    problem: says('refused', () => 'takes 2 to 10 pictures in one post. Change the number of pictures, then retry.'),
  },
  {
    subcodes: [2207027],
    problem: ({ label, id }) => ({
      kind: 'transient',
      code: id,
      message: `${label} is not ready with the picture yet.`,
      isProcessing: true,
    }),
  },
  { codes: only(9_007), problem: says('transient', () => 'is not ready with the picture yet.') },
  { subcodes: [2207006, 2207008, 2207020], problem: says('stale', () => 'no longer has the prepared picture.') },
  {
    codes: only(389, 9_004),
    subcodes: [2207052],
    problem: says('transient', () => 'could not fetch the picture from us.'),
  },
  {
    codes: only(324, 382),
    subcodes: [1366046],
    problem: ({ label, id, userMessage }) =>
      pictureRefused(
        label,
        id,
        `${userMessage === null ? 'it could not be used.' : spoken(userMessage)} Replace it, then retry.`,
      ),
  },
  {
    codes: only(1, 2, -1, -2),
    subcodes: [2207001, 2207003, 2207032, 2207053],
    problem: ({ label, id }) => ownProblem(label, id),
  },
  {
    codes: only(1_609_005),
    subcodes: [1_609_005],
    yieldsToTransient: true,
    problem: says('refused', () => 'refused a link in the text. Check it or leave it out, then retry.'),
  },
];
