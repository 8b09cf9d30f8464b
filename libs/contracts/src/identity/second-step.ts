import { z } from 'zod';
import { ById, defineRpc, Empty, Id, Instant, Ok, text } from '../kernel/index.ts';
import { CookieValue, Origin } from './schemas.ts';
import { InSession, Replaced, Signed } from './tokens.ts';

const Base64Url = (longest: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(longest);

/** What WebAuthn's `create()` and `get()` answer, as JSON (W3C). Fields that we do not read are left out, not refused: browsers add some. */
const credential = { id: Base64Url(1_400), rawId: Base64Url(1_400), type: z.literal('public-key') } as const;
export const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(8_192),
    attestationObject: Base64Url(65_536),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof NewPasskeyAnswer>;
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(8_192),
    authenticatorData: Base64Url(8_192),
    signature: Base64Url(16_384),
    userHandle: Base64Url(200).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** WebAuthn's options as JSON, made by the server's library and read by the browser's. */
const PasskeyOptions = z.record(z.string(), z.unknown());
export const PasskeyAsk = z.object({ options: PasskeyOptions });

const PasskeyName = text(60, { required: 'Please give this passkey a name.' }).transform((value) => value.trim());
export const PasskeyNameInput = z.strictObject({ name: PasskeyName });
export const NewPasskeyInput = z.strictObject({ name: PasskeyName, passkey: NewPasskeyAnswer });

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** Kept by a password manager or an account of the device's maker, so that it outlives the device. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

/** A code of an app (six digits), or a recovery code. */
const Code = z.string().trim().min(6, 'Please enter the code.').max(60);
export const TotpConfirmInput = z.strictObject({ code: Code });
export const SecondStepInput = z
  .strictObject({ code: Code.optional(), passkey: PasskeyAnswer.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    error: 'Please enter the code.',
    path: ['code'],
  });
export const PasskeySignInInput = z.strictObject({ passkey: PasskeyAnswer });

export const TotpSetUp = z.object({
  /** To be typed into the app, in base32. */
  secret: z.string(),
  /** The same as an `otpauth:` address, for a QR code. */
  uri: z.string(),
});
/** Shown once; only hashes are kept. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const SecurityState = z.object({
  /** False for who signs in elsewhere alone. */
  hasPassword: z.boolean(),
  secondStep: z.object({
    /** Whether this installation can keep an app's secret. */
    isAvailable: z.boolean(),
    onSince: Instant.nullable(),
    recoveryCodesLeft: z.number().int(),
  }),
  passkeys: z.array(Passkey),
});
export type SecurityState = z.infer<typeof SecurityState>;

/** The ways to take the second step of a sign-in that is under way. */
export const SignInWays = z.object({ ways: z.array(z.enum(['code', 'passkey'])), expiresAt: Instant });

/** The secret of a sign-in that is under way, as the browser's cookie has it: never in a script's reach. */
const UnderWay = z.strictObject({ challengeToken: CookieValue });
const Starting = UnderWay.extend({ origin: Origin, replaces: Replaced });

/** What guards an own account; `not_found` where people sign in at a provider. */
export const secondStepRpc = {
  securityGet: defineRpc('rpc.identity.security.get.v1', {
    input: Empty,
    output: SecurityState,
    errors: ['not_found'],
    retryable: true,
  }),
  /** Makes a secret that counts for nothing until a code of it was given. */
  totpStart: defineRpc('rpc.identity.totp.start.v1', {
    input: z.strictObject({ sessionId: Id }),
    output: TotpSetUp,
    errors: ['confirmation_required', 'conflict', 'not_found'],
  }),
  totpConfirm: defineRpc('rpc.identity.totp.confirm.v1', {
    input: TotpConfirmInput.extend(InSession),
    output: RecoveryCodes,
    errors: ['not_found', 'confirmation_required', 'invalid_code', 'conflict', 'rate_limited'],
  }),
  totpEnd: defineRpc('rpc.identity.totp.end.v1', {
    input: z.strictObject(InSession),
    output: Ok,
    errors: ['not_found', 'confirmation_required'],
  }),
  recoveryCodesRenew: defineRpc('rpc.identity.recovery-codes.renew.v1', {
    input: z.strictObject(InSession),
    output: RecoveryCodes,
    errors: ['confirmation_required', 'not_found'],
  }),

  passkeyAddStart: defineRpc('rpc.identity.passkey.add-start.v1', {
    input: z.strictObject({ sessionId: Id }),
    output: PasskeyAsk,
    errors: ['not_found', 'confirmation_required'],
  }),
  passkeyAdd: defineRpc('rpc.identity.passkey.add.v1', {
    input: NewPasskeyInput.extend(InSession),
    output: Passkey,
    errors: ['not_found', 'confirmation_required', 'invalid_state', 'invalid_passkey', 'conflict'],
  }),
  passkeyRename: defineRpc('rpc.identity.passkey.rename.v1', {
    input: PasskeyNameInput.extend({ id: Id }),
    output: Passkey,
    errors: ['not_found'],
    retryable: true,
  }),
  passkeyRemove: defineRpc('rpc.identity.passkey.remove.v1', {
    input: ById.extend(InSession),
    output: Ok,
    errors: ['confirmation_required', 'not_found'],
  }),

  signInWays: defineRpc('rpc.identity.sign-in.ways.v1', {
    caller: 'public',
    input: UnderWay,
    output: SignInWays,
    errors: ['not_found', 'invalid_state'],
    retryable: true,
  }),
  /** For the second step: only the passkeys of the person who has given the password. */
  signInAskPasskey: defineRpc('rpc.identity.sign-in.ask-passkey.v1', {
    caller: 'public',
    input: UnderWay,
    output: PasskeyAsk,
    errors: ['not_found', 'invalid_state'],
  }),
  signInFinish: defineRpc('rpc.identity.sign-in.finish.v1', {
    caller: 'public',
    input: Starting.extend({ answer: SecondStepInput }),
    output: Signed,
    errors: ['not_found', 'invalid_state', 'invalid_code', 'invalid_passkey', 'rate_limited'],
  }),
  /** Without a password: any passkey that was made here. */
  passkeySignInStart: defineRpc('rpc.identity.passkey-sign-in.start.v1', {
    caller: 'public',
    input: z.strictObject({ origin: Origin }),
    output: PasskeyAsk.extend({ challengeToken: z.string(), expiresAt: Instant }),
    errors: ['not_found', 'rate_limited'],
  }),
  passkeySignIn: defineRpc('rpc.identity.passkey-sign-in.finish.v1', {
    caller: 'public',
    input: Starting.extend(PasskeySignInInput.shape),
    output: Signed,
    errors: ['not_found', 'invalid_state', 'invalid_passkey', 'rate_limited'],
  }),
} as const;
