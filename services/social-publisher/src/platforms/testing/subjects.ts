import type { Platform } from '@postloom/contracts';

/** How a platform differs from the others in what the conformance suites check. */
interface Manner {
  readonly platform: Platform;
  /** Longest text, and one that is too long. */
  readonly longest: string;
  readonly tooLong: { readonly text: string; readonly message: RegExp };
  /** Writes that preparing three pictures takes. */
  readonly writesFor3: number;
  readonly deletes: boolean;
  /** What a verification reports about a post that never reached the platform. */
  readonly absent: 'not_public' | 'seen nothing' | 'unclear' | 'resent';
  /** Seconds of the fault's two minutes, as the platform can report them. */
  readonly wait: readonly [number, number];
  /** Where a refused picture is reported. */
  readonly refusesPicture: 'prepare' | 'send' | 'verify';
  /** Where endless processing is reported. */
  readonly endless: 'prepare' | 'send' | 'verify' | 'never';
  readonly refusesDuplicates: boolean;
  /** The call that withdraws consent, as the sandbox records it; null: the platform has none. */
  readonly revokes: RegExp | null;
}

const bread = (length: number): string => 'bread '.repeat(Math.ceil(length / 6)).slice(0, length - 1) + '!';

/** The subjects of the conformance suites: every platform, and LinkedIn's two kinds of author, which behave differently. */
export const subjects = {
  instagram: {
    platform: 'instagram',
    longest: bread(2_200),
    tooLong: { text: bread(2_201), message: /longer than 2,200 characters/ },
    writesFor3: 4,
    deletes: false,
    absent: 'not_public',
    wait: [61, 121],
    refusesPicture: 'prepare',
    endless: 'prepare',
    refusesDuplicates: false,
    revokes: null,
  },
  facebook: {
    platform: 'facebook',
    longest: bread(63_206),
    tooLong: { text: bread(63_207), message: /refused/ },
    writesFor3: 3,
    deletes: true,
    absent: 'seen nothing',
    wait: [61, 121],
    refusesPicture: 'prepare',
    endless: 'never',
    refusesDuplicates: true,
    revokes: /^DELETE \/facebook\/graph\/.*permissions/,
  },
  x: {
    platform: 'twitter',
    longest: bread(280),
    tooLong: { text: bread(281), message: /longer than 280 characters/ },
    writesFor3: 6,
    deletes: true,
    absent: 'seen nothing',
    wait: [61, 121],
    refusesPicture: 'prepare',
    endless: 'prepare',
    refusesDuplicates: true,
    revokes: /^POST \/x\/2\/oauth2\/revoke$/,
  },
  'linkedin member': {
    platform: 'linkedin',
    longest: bread(3_000),
    tooLong: { text: bread(3_001), message: /longer than 3,000 characters/ },
    writesFor3: 6,
    deletes: true,
    absent: 'resent',
    wait: [1, 86_400],
    refusesPicture: 'send',
    endless: 'send',
    refusesDuplicates: true,
    revokes: /^POST \/linkedin\/oauth\/v2\/revoke$/,
  },
  'linkedin page': {
    platform: 'linkedin',
    longest: bread(3_000),
    tooLong: { text: bread(3_001), message: /longer than 3,000 characters/ },
    writesFor3: 6,
    deletes: true,
    absent: 'seen nothing',
    wait: [1, 86_400],
    refusesPicture: 'prepare',
    endless: 'prepare',
    refusesDuplicates: true,
    revokes: /^POST \/linkedin\/oauth\/v2\/revoke$/,
  },
  tiktok: {
    platform: 'tiktok',
    longest: bread(4_000),
    tooLong: { text: bread(4_001), message: /at most 4,000 characters/ },
    writesFor3: 1,
    deletes: false,
    absent: 'unclear',
    wait: [60, 60],
    refusesPicture: 'verify',
    endless: 'verify',
    refusesDuplicates: false,
    revokes: /^POST \/tiktok\/v2\/oauth\/revoke\/$/,
  },
} as const satisfies Readonly<Record<string, Manner>>;

export type Subject = keyof typeof subjects;

export const subjectNames = Object.keys(subjects) as readonly Subject[];

export function mannerOf(subject: Subject): Manner {
  return subjects[subject];
}
