import { z } from 'zod';
import { defineRpc, Instant, Ok } from '../kernel/index.ts';
import { Email, OneUseTokenInput, Password } from './schemas.ts';
import { InSession } from './tokens.ts';

const CurrentPassword = z.string().min(1, 'Please enter your current password.').max(200);

export const ChangePasswordInput = z.strictObject({ currentPassword: CurrentPassword, newPassword: Password });
export const ChangeEmailInput = z.strictObject({ newEmail: Email, currentPassword: CurrentPassword });
export const ConfirmIdentityInput = z.strictObject({ password: CurrentPassword });

/** Until when the session counts as confirmed: acts that guard the account ask for it (`confirmation_required`). */
export const Confirmed = z.object({ confirmedUntil: Instant });

/** The secret of a link that sets a new password; handed to whoever has just proved to read the account's mailbox. */
export const Secured = z.object({ resetToken: z.string() });

/** Changes of an own account; `not_found` where people sign in at a provider. */
export const accountChangeRpc = {
  /** Confirms, with the password, that the person is at the keyboard. */
  identityConfirm: defineRpc('rpc.identity.identity.confirm.v1', {
    input: ConfirmIdentityInput.extend(InSession),
    output: Confirmed,
    errors: ['not_found', 'rate_limited'],
  }),
  /** Ends every other session. */
  passwordChange: defineRpc('rpc.identity.password.change.v1', {
    input: ChangePasswordInput.extend(InSession),
    output: Ok,
    errors: ['not_found', 'rate_limited'],
  }),
  /** Mails a link to the new address; the answer is the same for one that somebody has. */
  emailAskChange: defineRpc('rpc.identity.email.ask-change.v1', {
    input: ChangeEmailInput.extend(InSession),
    output: Ok,
    errors: ['not_found', 'rate_limited'],
  }),
  emailChange: defineRpc('rpc.identity.email.change.v1', {
    caller: 'public',
    input: OneUseTokenInput,
    output: Ok,
    errors: ['not_found', 'invalid_token', 'token_expired', 'conflict'],
  }),
  /** By the link of a mail that told of a change: ends every session, takes a changed address back, and begins a reset. */
  accountSecure: defineRpc('rpc.identity.account.secure.v1', {
    caller: 'public',
    input: OneUseTokenInput,
    output: Secured,
    errors: ['not_found', 'invalid_token', 'token_expired'],
  }),
} as const;
