import { z } from 'zod';
import { defineEvent, defineRpc, Id, Instant, Ok, text } from '../kernel/index.ts';
import { CookieValue, Email, OneUseTokenInput, Origin } from './schemas.ts';

/** How long the link that confirms a deletion works, in hours; after that an unconfirmed request shows as expired. */
export const DELETION_LINK_HOURS = 72;

/** POST /api/data-deletion-request. Time and browser are part of the form's call; nothing reads them. */
export const DeletionRequestInput = z.strictObject({
  email: Email,
  /** Not stored: nothing of a person who asks to be forgotten is kept for it. */
  reason: text(2_000).optional(),
  requestedAt: Instant.optional(),
  userAgent: z.string().max(1_000).optional(),
});

/**
 * The same for every address. `state` is `verified` only for a signed-in person who asks for their own address right after signing in:
 * their data is being deleted. Otherwise a link was mailed if the address has an account.
 */
export const DeletionRequestAnswer = z.object({
  success: z.literal(true),
  confirmationCode: z.string(),
  state: z.enum(['pending', 'verified']),
});

/** What a confirmation code shows. Until the holder of the mailbox confirms, an unknown address shows the same as a known one. */
export const DeletionStatus = z.object({
  /**
   * What is deleted: everything about a person; what Postloom knows of a person at a platform, because they asked there; or only the consent
   * of a connection, which the person took back there.
   */
  about: z.enum(['person', 'platform_person', 'consent']),
  state: z.enum(['pending', 'verified', 'deleting', 'completed', 'expired']),
  requestedAt: Instant,
  /** Until when the mailed link works. */
  expiresAt: Instant,
  verifiedAt: Instant.nullable(),
  deletingAt: Instant.nullable(),
  completedAt: Instant.nullable(),
});
export type DeletionStatus = z.infer<typeof DeletionStatus>;

export const ConfirmationCode = z.strictObject({ code: z.string().trim().min(1).max(100) });

export const deletionRpc = {
  deletionRequest: defineRpc('rpc.identity.deletion.request.v1', {
    caller: 'public',
    /** `sessionToken`: of the browser that asks; identity decides whether it is a session, whose, and how fresh. */
    input: DeletionRequestInput.pick({ email: true }).extend({ origin: Origin, sessionToken: CookieValue.nullable() }),
    output: DeletionRequestAnswer,
    errors: ['rate_limited'],
  }),
  deletionConfirm: defineRpc('rpc.identity.deletion.confirm.v1', {
    caller: 'public',
    input: OneUseTokenInput,
    output: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  deletionStatus: defineRpc('rpc.identity.deletion.status.v1', {
    caller: 'public',
    input: ConfirmationCode,
    output: DeletionStatus,
    errors: ['not_found'],
    retryable: true,
  }),
} as const;

export const deletionEvents = {
  /**
   * A person was deleted; each of their businesses has its own event, `businesses` of which name this erasure. Every service erases what is
   * the person's own and tells its receipt.
   */
  userDeleted: defineEvent(
    'identity.user.deleted.v1',
    z.object({ erasureId: Id, userId: Id, businesses: z.number().int().min(0) }),
  ),
} as const;

const Receipt = z.object({ erasureId: Id, rowsDeleted: z.number().int().min(0) });

/** Nothing of a deleted person is left in this service, in what it stores elsewhere, and at the platforms it speaks to. */
export const erasureReceipts = {
  media: defineEvent('media.erasure.done.v1', Receipt),
  captions: defineEvent('captions.erasure.done.v1', Receipt),
  scheduling: defineEvent('scheduling.erasure.done.v1', Receipt),
  publisher: defineEvent('publisher.erasure.done.v1', Receipt),
  analytics: defineEvent('analytics.erasure.done.v1', Receipt),
} as const;
