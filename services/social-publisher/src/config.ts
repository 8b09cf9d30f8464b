import { days, defineConfig, onOff, reading } from '@postloom/chassis';
import type { ConfigOf } from '@postloom/chassis';
import { KeyRing } from '@postloom/persistence';
import { z } from 'zod';
import { address, definitions, settingsShape } from './platforms/index.ts';

const milliseconds = z.coerce.number().int().min(0).max(3_600_000);

/** `1000,5000`: pauses in milliseconds. */
const delays = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be milliseconds separated by commas')
  .transform((value) => value.split(',').map(Number));

const shape = {
  vaultKeys: z.string().transform(reading((text) => KeyRing.parse(text))),
  mediaInternalUrl: address,
  mediaPullUrl: address,

  /** How old a signed webhook may be. */
  webhookToleranceSeconds: z.coerce.number().int().min(1).max(3_600).default(300),

  /** Days of retention (deploy/docs/retention.md). */
  keepAttemptsDays: days(400),
  keepJobsDays: days(400),
  keepDeletedPostsDays: days(30),
  keepPlatformDeletionsDays: days(400),

  /** Lanes (accounts) that this process works on at the same time. */
  publishLanes: z.coerce.number().int().min(1).max(256).default(16),
  /** Deadline of the one publishing call. */
  publishCallTimeoutMs: milliseconds.min(100).default(30_000),
  /** Replaces each platform's own quarantine (see `SocialPlatform.timing`). */
  publishQuarantineMs: milliseconds.optional(),
  /** Pauses before the second, third, ... attempt; their number + 1 is the number of attempts. */
  publishRetryDelaysMs: delays.default([60_000, 300_000, 1_500_000, 3_600_000]),
  /** How long processing or verifying may go on before a person is asked. */
  publishBoundMs: milliseconds.default(1_800_000),
  /** Accounts whose figures this process reads at the same time, while no post waits to be published; 0: it reads none. */
  insightsSlots: z.coerce.number().int().min(0).max(32).default(2),
  /** Length of a lane's lease, in seconds. */
  publishLeaseSeconds: z.coerce.number().int().min(2).max(600).default(30),
  /**
   * Controls for chaos tests, each of which must produce duplicates: `resend-on-doubt` skips verification, `no-quarantine` believes "not
   * there" at once, `no-guard` skips the check right before the socket write. Only with `POSTLOOM_FAULT_INJECTION=on`.
   */
  publishControl: z.enum(['none', 'resend-on-doubt', 'no-quarantine', 'no-guard']).default('none'),
  /** `name=kill`, `name=sleep:500`, `name=throw`, each with `#n` for the n-th pass; several separated by commas. */
  postloomFailpoints: z.string().default(''),
  /** Without it failpoints and controls are ignored. */
  postloomFaultInjection: onOff.default(false),
};

/** Each platform's own settings; `Platforms` reads them. */
const platformShape = Object.fromEntries(
  definitions.flatMap((definition) => Object.entries(settingsShape(definition))),
);

/** Everything social-publisher reads from its environment. */
export const config = defineConfig<typeof shape>({ ...shape, ...platformShape });
export type PublisherConfig = ConfigOf<typeof shape>;
