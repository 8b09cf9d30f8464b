import { z } from 'zod';
import { defineRpc, Id, Instant, listOf, PageQuery } from '../kernel/index.ts';

/** The acts that the audit log records. One more is one more word here: it needs no migration. */
export const AuditAct = z.enum([
  'signed_in',
  'sign_in_failed',
  'session_ended',
  'signed_out_everywhere',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'account_secured',
  'provider_connected',
  'totp_on',
  'totp_off',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'social_account_connected',
  'social_account_removed',
  'plan_changed',
  'export_asked',
  'import_asked',
  'deletion_asked',
  'key_made',
  'key_removed',
]);
export type AuditAct = z.infer<typeof AuditAct>;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  act: AuditAct,
  /** What it was about, in a few words: a platform and an account's name, a plan, the name of a passkey. */
  detail: z.string().nullable(),
  /** Of the browser, where the act was a request of one. */
  userAgent: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditRpc = {
  /** The person's own entries, newest first. */
  auditList: defineRpc('rpc.identity.audit.list.v1', {
    input: PageQuery,
    output: listOf(AuditEntry),
    retryable: true,
  }),
} as const;
