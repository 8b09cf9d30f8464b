import type { AuditEntry } from '@postloom/contracts';
import { zoneName } from '#lib/time-zones.ts';

const acts: Readonly<Record<AuditEntry['act'], string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Somebody tried to sign in with a wrong password or code',
  session_ended: 'A device was signed out',
  signed_out_everywhere: 'Devices were signed out',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
  email_change_asked: 'A new email address was asked for',
  email_changed: 'Email address changed',
  provider_connected: 'Connected for signing in',
  account_secured: 'Account secured by email',
  totp_on: 'Two-step sign-in turned on',
  totp_off: 'Two-step sign-in turned off',
  recovery_codes_made: 'New recovery codes',
  recovery_code_used: 'A recovery code was used',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  social_account_connected: 'Account connected',
  social_account_removed: 'Account disconnected',
  plan_changed: 'Plan changed',
  export_asked: 'Export asked for',
  import_asked: 'Import asked for',
  deletion_asked: 'Deletion asked for',
  key_made: 'Key made',
  key_removed: 'Key removed',
};

/** Acts that are told apart by their detail. */
const ways: Readonly<Record<string, string>> = {
  'plan_changed free': 'Plan changed to Free',
  'plan_changed pro': 'Plan changed to Pro',
  'plan_changed agency': 'Plan changed to Agency',
  'signed_in sign-up': 'Signed up',
  'signed_in password': 'Signed in with your password',
  'signed_in code': 'Signed in with your password and a code',
  'signed_in recovery-code': 'Signed in with your password and a recovery code',
  'signed_in passkey': 'Signed in with a passkey',
  'signed_in provider': 'Signed in through your sign-in service',
  'sign_in_failed password': 'Somebody tried to sign in with a wrong password',
  'sign_in_failed second-step': 'Somebody gave your password and failed at the second step',
  'sign_in_failed passkey': 'Somebody tried to sign in with one of your passkeys, and it did not fit',
};

/** An entry of the log in one line. One that a newer server sends is shown as it is. */
export function auditLine({ act, detail }: Pick<AuditEntry, 'act' | 'detail'>): string {
  const way = ways[`${act} ${detail ?? ''}`];
  if (way !== undefined) {
    return way;
  }
  const words = (acts as Readonly<Record<string, string>>)[act] ?? act.replaceAll('_', ' ');
  return detail === null ? words : `${words}: ${detail}`;
}

/** Whose clock the times of a card are, which stand there without it. */
export function zoneLine(timeZone: string): string {
  return `All times are ${zoneName(timeZone)}.`;
}
