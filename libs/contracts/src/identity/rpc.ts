import { z } from 'zod';
import { defineRpc, Empty, Id, Instant, listOf, Ok, PageQuery, Role } from '../kernel/index.ts';
import { Tier } from '../plans/index.ts';
import {
  Business,
  BusinessChanges,
  BusinessInput,
  CookieValue,
  Email,
  Entitlement,
  LoginInput,
  Origin,
  Password,
  RegisterInput,
  SessionInfo,
  User,
} from './schemas.ts';
import { OneUseToken, Replaced, SessionToken, Signed } from './tokens.ts';

/** What every authenticated request needs first: who, and for which business. */
export const Principal = z.object({
  sessionId: Id,
  userId: Id,
  user: User,
  /** The business this request is about: the requested one, else the active one, else null. */
  businessId: Id.nullable(),
  payerId: Id.nullable(),
  role: Role.nullable(),
});
export type Principal = z.infer<typeof Principal>;

export const identityRpc = {
  userRegister: defineRpc('rpc.identity.user.register.v1', {
    caller: 'public',
    input: RegisterInput.extend({ origin: Origin, replaces: Replaced }),
    /**
     * `session` is null when the address was taken: the answer looks the same, there is no session, and the owner of the address is
     * notified by mail.
     */
    output: z.object({ user: User, session: z.object({ sessionToken: SessionToken, expiresAt: Instant }).nullable() }),
    errors: ['not_found', 'rate_limited'],
  }),
  sessionStart: defineRpc('rpc.identity.session.start.v1', {
    caller: 'public',
    input: LoginInput.extend({ origin: Origin, replaces: Replaced }),
    /** A person with a second step gets no session yet: the token names the sign-in that `signInFinish` completes. */
    output: z.union([Signed, z.object({ challengeToken: z.string(), expiresAt: Instant })]),
    errors: ['not_found', 'invalid_credentials', 'rate_limited'],
  }),
  /** One primary-key read. @throws not_found when `askedBusinessId` is not the person's. */
  sessionResolve: defineRpc('rpc.identity.session.resolve.v1', {
    caller: 'public',
    input: z.strictObject({ sessionToken: CookieValue, askedBusinessId: Id.nullable() }),
    output: Principal,
    errors: ['unauthorized', 'not_found'],
    deadlineMs: 2_000,
    retryable: true,
  }),
  sessionEnd: defineRpc('rpc.identity.session.end.v1', {
    caller: 'public',
    input: z.strictObject({ sessionToken: CookieValue }),
    /** `leaveAt`: where the browser goes to sign out at the provider as well. */
    output: Ok.extend({ leaveAt: z.url().optional() }),
    retryable: true,
  }),
  sessionList: defineRpc('rpc.identity.session.list.v1', {
    input: PageQuery.extend({ currentSessionId: Id }),
    output: listOf(SessionInfo),
    retryable: true,
  }),
  sessionRevoke: defineRpc('rpc.identity.session.revoke.v1', {
    input: z.strictObject({ id: Id }),
    output: Ok,
    errors: ['not_found'],
  }),
  /** Every one but this. */
  sessionRevokeOthers: defineRpc('rpc.identity.session.revoke-others.v1', {
    input: z.strictObject({ currentSessionId: Id }),
    output: Ok,
    retryable: true,
  }),
  sessionRevokeAll: defineRpc('rpc.identity.session.revoke-all.v1', { input: Empty, output: Ok }),
  emailConfirm: defineRpc('rpc.identity.email.confirm.v1', {
    caller: 'public',
    input: z.strictObject({ token: OneUseToken }),
    output: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  /** Mails another link to the person's address; does nothing when it is confirmed. */
  emailSendConfirmation: defineRpc('rpc.identity.email.send-confirmation.v1', {
    input: Empty,
    output: Ok,
    errors: ['rate_limited'],
  }),
  passwordForgot: defineRpc('rpc.identity.password.forgot.v1', {
    caller: 'public',
    input: z.strictObject({ email: Email, origin: Origin }),
    output: Ok,
    errors: ['not_found', 'rate_limited'],
  }),
  passwordReset: defineRpc('rpc.identity.password.reset.v1', {
    caller: 'public',
    input: z.strictObject({ token: OneUseToken, password: Password }),
    output: Ok,
    errors: ['not_found', 'invalid_token', 'token_expired'],
  }),

  /** The person as their own export shows them. */
  personGet: defineRpc('rpc.identity.person.get.v1', {
    caller: 'service',
    input: Empty,
    output: z.object({
      email: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      createdAt: Instant,
      activeBusinessId: Id.nullable(),
    }),
    errors: ['not_found'],
    retryable: true,
  }),
  businessList: defineRpc('rpc.identity.business.list.v1', {
    caller: 'service',
    input: PageQuery,
    output: listOf(Business),
    retryable: true,
  }),
  businessGet: defineRpc('rpc.identity.business.get.v1', {
    caller: 'service',
    input: z.strictObject({ id: Id }),
    output: Business,
    errors: ['not_found'],
    retryable: true,
  }),
  /** What the person's businesses among these are called; others are left out. Without `ids` all of them, at most 1,000. */
  businessNames: defineRpc('rpc.identity.business.names.v1', {
    input: z.strictObject({ ids: z.array(Id).max(1_000).optional() }),
    output: z.array(z.object({ id: Id, name: z.string() })),
    retryable: true,
  }),
  businessCreate: defineRpc('rpc.identity.business.create.v1', {
    input: BusinessInput,
    output: Business,
    errors: ['idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  businessUpdate: defineRpc('rpc.identity.business.update.v1', {
    input: z.strictObject({ id: Id, changes: BusinessChanges }),
    output: Business,
    errors: ['not_found', 'forbidden'],
  }),
  businessDelete: defineRpc('rpc.identity.business.delete.v1', {
    input: z.strictObject({ id: Id }),
    output: Ok,
    errors: ['not_found', 'forbidden', 'last_business'],
  }),
  activeBusinessGet: defineRpc('rpc.identity.active-business.get.v1', {
    input: Empty,
    output: z.object({ businessId: Id.nullable() }),
    retryable: true,
  }),
  activeBusinessSet: defineRpc('rpc.identity.active-business.set.v1', {
    input: z.strictObject({ businessId: Id }),
    output: z.object({ businessId: Id }),
    errors: ['not_found'],
    retryable: true,
  }),

  /** Called by an owner whose projection does not know the business or the payer yet. */
  planGet: defineRpc('rpc.identity.plan.get.v1', {
    caller: 'service',
    input: z.union([z.strictObject({ businessId: Id }), z.strictObject({ payerId: Id })]),
    output: Entitlement,
    errors: ['not_found'],
    retryable: true,
  }),
  /** The simulated payment; refused with payment_unavailable where it is switched off. */
  planChange: defineRpc('rpc.identity.plan.change.v1', {
    input: z.strictObject({ tier: Tier }),
    output: z.object({ success: z.literal(true), subscriptionTier: Tier }),
    errors: ['payment_unavailable', 'rate_limited'],
  }),
} as const;
