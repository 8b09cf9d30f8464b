import { z } from 'zod';
import { defineEvent, defineRpc, Id, Instant } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';

/** One condition of a working connection, before or after connecting. */
const DoctorCheck = z.object({
  /** 'app_credentials', 'connected', 'token', 'permissions', 'account_kind', 'quota', 'last_post', 'media_address', … */
  id: z.string(),
  status: z.enum(['ok', 'warning', 'problem', 'unknown']),
  title: z.string(),
  /** The finding, a sentence for the person. */
  message: z.string(),
  /** How to fix it, one step per line; empty when there is nothing to do. */
  steps: z.array(z.string()),
  action: z.enum(['connect', 'reconnect', 'set_up', 'open_platform']).nullable(),
});

export const Doctor = z.object({
  platform: Platform,
  verdict: z.enum(['ok', 'attention', 'broken', 'not_connected', 'setup_required']),
  checkedAt: Instant,
  checks: z.array(DoctorCheck),
});
export type Doctor = z.infer<typeof Doctor>;

export const doctorRpc = {
  /** Asks the platform read-only where there is a connection. */
  accountDoctor: defineRpc('rpc.publisher.account.doctor.v1', {
    input: z.strictObject({ platform: Platform }),
    output: Doctor,
    deadlineMs: 15_000,
    retryable: true,
  }),
} as const;

export const doctorEvents = {
  /** The connection ends by itself and cannot be renewed without the person: emitted 7 days and 1 day before. */
  accountExpiring: defineEvent(
    'publisher.account.expiring.v1',
    z.object({
      accountId: Id,
      platform: Platform,
      accountName: z.string(),
      expiresAt: Instant,
      daysLeft: z.number().int(),
    }),
  ),
} as const;
