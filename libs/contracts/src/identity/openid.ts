import { z } from 'zod';
import { defineRpc, Instant, Ok } from '../kernel/index.ts';
import { CookieValue, Origin, User } from './schemas.ts';
import { OneUseToken, Replaced, SessionToken } from './tokens.ts';

/** What the cookie of a browser holds that is signing in: identity makes and reads it, the gateway carries it. */
const Browser = CookieValue.nullable();

/** A path of this origin; the gateway decides which. */
const OwnPath = z.string().startsWith('/').max(2_000);

/** Why the provider's word about a person did not sign them in, where trying the same again would not help. */
export const SignInRefusal = z.enum([
  /** The person did not go on at the provider. */
  'cancelled',
  /** The provider did not tell an email address. */
  'address_missing',
  /** Another account has the address, and the provider does not say that it is the person's. */
  'address_taken',
  /** Another account has the address: its mailbox gets a link that connects the two. */
  'confirm_by_mail',
]);
export type SignInRefusal = z.infer<typeof SignInRefusal>;

/** Signing in at an OpenID Connect provider; `not_found` where none is set up. */
export const openidRpc = {
  signInStart: defineRpc('rpc.identity.openid.start.v1', {
    caller: 'public',
    input: z.strictObject({ returnTo: OwnPath, browser: Browser, origin: Origin }),
    /** `browser`: the cookie's new value, to be kept for `keepSeconds`. */
    output: z.object({ authorizeUrl: z.url(), browser: CookieValue, keepSeconds: z.number().int() }),
    errors: ['not_found', 'rate_limited', 'dependency_failed'],
    deadlineMs: 10_000,
  }),
  /** The provider's redirect back. `query` is its query as it came: repeated parameters are refused, not chosen from. */
  signInFinish: defineRpc('rpc.identity.openid.finish.v1', {
    caller: 'public',
    input: z.strictObject({ query: z.string().max(8_192), browser: Browser, origin: Origin, replaces: Replaced }),
    output: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('signed_in'),
        user: User,
        sessionToken: SessionToken,
        expiresAt: Instant,
        returnTo: OwnPath,
      }),
      z.object({ outcome: z.literal('refused'), reason: SignInRefusal, returnTo: OwnPath }),
    ]),
    errors: ['not_found', 'invalid_state', 'dependency_failed'],
    deadlineMs: 20_000,
  }),
  /** Connects the provider's person with the account whose mailbox the link was sent to. */
  linkConfirm: defineRpc('rpc.identity.openid.link.v1', {
    caller: 'public',
    input: z.strictObject({ token: OneUseToken }),
    output: Ok,
    errors: ['not_found', 'invalid_token', 'token_expired'],
  }),
} as const;
