import { z } from 'zod';
import { OneUseTokenInput } from '../identity/index.ts';
import { defineRoute, Ok } from '../kernel/index.ts';

const accounts = { tag: 'Accounts', access: 'public' } as const;

/** Signing in at an OpenID Connect provider. */
export const openidRoutes = {
  signInProvider: defineRoute('GET', '/api/auth/provider', {
    ...accounts,
    summary: 'Where people sign in: at a provider, or with an account of their own (null)',
    answer: z.object({ provider: z.object({ name: z.string() }).nullable() }),
  }),
  /** Its parameters are the provider's: `state`, `code`, `iss`, `error` and whatever it adds. */
  loginCallback: defineRoute('GET', '/api/auth/callback', {
    ...accounts,
    summary: 'Back from the provider',
    status: 302,
    errors: ['not_found', 'invalid_state', 'dependency_failed'],
  }),
  confirmLink: defineRoute('POST', '/api/auth/connect', {
    ...accounts,
    summary: 'Connect the account of a mailed link with a sign-in at the provider',
    body: OneUseTokenInput,
    answer: Ok,
    errors: ['not_found', 'invalid_token', 'token_expired'],
  }),
} as const;
