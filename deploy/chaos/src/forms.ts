import { planStrikes, planTurns } from '../../harness/src/plan.ts';
import type { PlatformName, Strike } from '../../harness/src/plan.ts';
import type { Scenario } from './scenario.ts';

/** What all scenarios of a run share. */
export interface Common {
  readonly seed: number;
  readonly dataDir: string;
  readonly logDir: string;
  readonly platforms: readonly PlatformName[];
  readonly say: (line: string) => void;
}

export const CONTROLS = ['resend-on-doubt', 'no-quarantine', 'no-guard'] as const;
export type Control = (typeof CONTROLS)[number];

const place = ({ dataDir, logDir, seed, platforms, say }: Common, name: string) => ({
  name,
  dataDir,
  logFile: `${logDir}/${name}.log`,
  seed,
  platforms,
  say,
});

/** The protocol's times beside the production lease. */
const longTimes = {
  PUBLISH_CALL_TIMEOUT_MS: '4000',
  PUBLISH_QUARANTINE_MS: '6000',
  PUBLISH_RETRY_DELAYS_MS: '1000,2000,4000,8000,16000',
  // A person is asked after a minute and a half instead of half an hour: TikTok can't say that a post is not there.
  PUBLISH_BOUND_MS: '90000',
} as const;

/** The whole length: the production lease, and freezes that outlast it. */
export function fullRun(common: Common, posts: number, windowSeconds: number, businesses: number): Scenario {
  return {
    ...place(common, 'run'),
    posts,
    businesses,
    windowSeconds,
    madeDuring: 0.1,
    strikes: planStrikes({
      seed: common.seed,
      windowMs: windowSeconds * 1_000,
      everyMs: [5_000, 15_000],
      longFreezeMs: [35_000, 45_000],
    }),
    // Public seven seconds after a call that was given up after four: within the quarantine, but not before an early verification.
    weather: { kind: 'mixed', lateMs: 7_000, limits: true },
    environment: {
      ...longTimes,
      // A short pause between intent and send, so that strikes often fall between them.
      POSTLOOM_FAILPOINTS: 'intent_written=sleep:10',
    },
    settleSeconds: 300,
    // In a short run a strike hits more of the posts than in a long one.
    unknownLimit: posts < 5_000 ? 0.03 : 0.005,
  };
}

/** The same in half a minute, with all times a fifth. */
export function shortRun(common: Common): Scenario {
  return {
    ...place(common, 'short-run'),
    posts: 150,
    businesses: 6,
    windowSeconds: 22,
    madeDuring: 0.1,
    strikes: planStrikes({
      seed: common.seed,
      windowMs: 22_000,
      everyMs: [2_000, 4_000],
      longFreezeMs: [8_500, 10_000],
    }),
    weather: { kind: 'mixed', lateMs: 3_500, limits: false },
    environment: {
      PUBLISH_CALL_TIMEOUT_MS: '2000',
      PUBLISH_QUARANTINE_MS: '3000',
      PUBLISH_RETRY_DELAYS_MS: '500,1000,2000,4000,8000',
      PUBLISH_LEASE_SECONDS: '6',
      PUBLISH_BOUND_MS: '25000',
      POSTLOOM_FAILPOINTS: 'intent_written=sleep:10',
    },
    settleSeconds: 90,
    unknownLimit: 0.05,
  };
}

/**
 * 200 posts within a minute, on platforms that work, while every process is killed once, in turn. Most of a lane's time passes between the
 * platform's answer and its being saved: that is where a kill leaves a doubt. `control`: without verifying afterwards.
 */
export function turnRun(common: Common, control?: 'resend-on-doubt'): Scenario {
  const windowSeconds = 60;
  return {
    ...place(common, control === undefined ? 'in-turn' : `in-turn-${control}`),
    posts: 200,
    businesses: 12,
    windowSeconds,
    madeDuring: 0,
    strikes: planTurns(windowSeconds * 1_000),
    weather: { kind: 'fair' },
    environment: {
      ...(control !== undefined && { PUBLISH_CONTROL: control }),
      ...longTimes,
      POSTLOOM_FAILPOINTS: 'sent=sleep:2000',
    },
    settleSeconds: 240,
    unknownLimit: 0.05,
  };
}

/** The protocol with one of its parts switched off, where that part matters. `isWhole`: the same with nothing switched off. */
export function controlRun(common: Common, control: Control, isWhole = false): Scenario {
  const base = {
    ...place(common, isWhole ? `${control}-whole` : control),
    businesses: 6,
    madeDuring: 0,
    settleSeconds: 120,
    unknownLimit: 0.05,
  };
  const off: Readonly<Record<string, string>> = isWhole ? {} : { PUBLISH_CONTROL: control };
  switch (control) {
    case 'resend-on-doubt':
      return {
        ...base,
        posts: 60,
        windowSeconds: 8,
        strikes: [],
        weather: { kind: 'hang_after', probability: 0.25 },
        environment: {
          ...off,
          PUBLISH_CALL_TIMEOUT_MS: '1500',
          PUBLISH_QUARANTINE_MS: '2000',
          PUBLISH_RETRY_DELAYS_MS: '500,500,1000,1000,2000',
        },
      };
    case 'no-quarantine':
      return {
        ...base,
        posts: 80,
        windowSeconds: 15,
        strikes: [],
        // Given up after two seconds, verified a second later, public after five.
        weather: { kind: 'late', probability: 0.3, lateMs: 5_000 },
        environment: {
          ...off,
          PUBLISH_CALL_TIMEOUT_MS: '2000',
          PUBLISH_QUARANTINE_MS: '4000',
          PUBLISH_RETRY_DELAYS_MS: '500,500,1000,1000,2000',
        },
      };
    case 'no-guard':
      return {
        ...base,
        posts: 280,
        windowSeconds: 50,
        strikes: [4_000, 16_000, 28_000, 40_000].map((atMs, index): Strike => ({
          atMs,
          kind: 'freeze',
          victim: index % 2 === 0 ? 'publisher' : 'publisher-2',
          forMs: 10_500,
        })),
        weather: { kind: 'fair' },
        environment: {
          ...off,
          PUBLISH_CALL_TIMEOUT_MS: '1500',
          PUBLISH_QUARANTINE_MS: '1500',
          PUBLISH_RETRY_DELAYS_MS: '500,500,1000,1000,2000',
          PUBLISH_LEASE_SECONDS: '3',
          // Most of a lane's time passes between intent and send, so that a freeze falls there.
          POSTLOOM_FAILPOINTS: 'intent_written=sleep:500',
        },
      };
  }
}
