import { z } from 'zod';
import { BusinessAttention } from '../attention/index.ts';
import { UserSettings } from '../captions/index.ts';
import {
  Business,
  BusinessChanges,
  BusinessInput,
  ForgotPasswordInput,
  IndustryKey,
  LoginInput,
  OneUseTokenInput,
  PlanChoice,
  RegisterInput,
  ResetPasswordInput,
  SessionInfo,
  User,
  UserLimits,
} from '../identity/index.ts';
import { ById, defineRoute, Id, listOf, Ok, PageQuery } from '../kernel/index.ts';
import { IndustryTemplate } from '../industry-templates/index.ts';
import { Tier } from '../plans/index.ts';

const accounts = { tag: 'Accounts' } as const;
const user = { tag: 'User, plan and limits' } as const;
const businesses = { tag: 'Businesses' } as const;

/** People, plans and businesses. */
export const peopleRoutes = {
  register: defineRoute('POST', '/api/auth/register', {
    ...accounts,
    summary: 'Create an account',
    access: 'public',
    body: RegisterInput,
    status: 201,
    answer: User,
    errors: ['not_found', 'rate_limited'],
  }),
  login: defineRoute('POST', '/api/auth/login', {
    ...accounts,
    summary: 'Sign in',
    access: 'public',
    body: LoginInput,
    answer: User,
    errors: ['not_found', 'invalid_credentials', 'second_step_required', 'rate_limited'],
  }),
  currentUser: defineRoute('GET', '/api/auth/user', { ...accounts, summary: 'The signed-in person', answer: User }),
  verifyEmail: defineRoute('POST', '/api/auth/verify-email', {
    ...accounts,
    summary: 'Confirm an email address',
    access: 'public',
    body: OneUseTokenInput,
    answer: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  sendConfirmation: defineRoute('POST', '/api/auth/verify-email/send', {
    ...accounts,
    summary: 'Mail another link that confirms the email address',
    status: 202,
    answer: Ok,
    errors: ['rate_limited'],
  }),
  passwordForgot: defineRoute('POST', '/api/auth/password/forgot', {
    ...accounts,
    summary: 'Ask for a reset link',
    access: 'public',
    body: ForgotPasswordInput,
    status: 202,
    answer: Ok,
    errors: ['not_found', 'rate_limited'],
  }),
  passwordReset: defineRoute('POST', '/api/auth/password/reset', {
    ...accounts,
    summary: 'Set a new password',
    access: 'public',
    body: ResetPasswordInput,
    answer: Ok,
    errors: ['not_found', 'invalid_token', 'token_expired'],
  }),
  logoutEverywhere: defineRoute('POST', '/api/auth/logout-everywhere', {
    ...accounts,
    summary: 'End every session',
    answer: Ok,
  }),
  sessions: defineRoute('GET', '/api/auth/sessions', {
    ...accounts,
    summary: "The person's open sessions",
    query: PageQuery,
    answer: listOf(SessionInfo),
  }),
  endSession: defineRoute('DELETE', '/api/auth/sessions/{id}', {
    ...accounts,
    summary: 'End one session',
    params: ById,
    answer: Ok,
    errors: ['not_found'],
  }),
  endOtherSessions: defineRoute('DELETE', '/api/auth/sessions', {
    ...accounts,
    summary: 'End every session but this one',
    answer: Ok,
  }),
  loginPage: defineRoute('GET', '/api/login', {
    ...accounts,
    summary: 'To the sign-in page, or to the provider where people sign in',
    access: 'public',
    status: 302,
    query: z.object({
      returnTo: z.string().max(2_000).optional(),
      /** `register` leads to the sign-up page; anything else to the sign-in page. */
      screen: z.string().max(40).optional(),
      /** `session-ended` lets the page say why it is shown. */
      reason: z.string().max(40).optional(),
    }),
  }),
  logout: defineRoute('GET', '/api/logout', {
    ...accounts,
    summary: 'End this session',
    access: 'public',
    status: 302,
  }),

  userLimits: defineRoute('GET', '/api/user/limits', {
    ...user,
    summary: 'Plan, limits and usage',
    answer: UserLimits,
  }),
  upgrade: defineRoute('POST', '/api/user/upgrade', {
    ...user,
    summary: 'Change the plan',
    body: z.strictObject({ tier: Tier }),
    answer: PlanChoice,
    errors: ['payment_unavailable', 'rate_limited', 'dependency_failed'],
  }),
  userSettings: defineRoute('GET', '/api/user/settings', {
    ...user,
    summary: 'Caption preferences',
    answer: UserSettings,
  }),
  saveUserSettings: defineRoute('PUT', '/api/user/settings', {
    ...user,
    summary: 'Save caption preferences',
    body: UserSettings,
    answer: UserSettings,
  }),
  activeBusiness: defineRoute('GET', '/api/user/active-business', {
    ...user,
    summary: 'The active business',
    answer: z.object({ businessId: Id.nullable() }),
  }),
  setActiveBusiness: defineRoute('PUT', '/api/user/active-business', {
    ...user,
    summary: 'Switch the active business',
    body: z.strictObject({ businessId: Id }),
    answer: z.object({ businessId: Id }),
    errors: ['not_found'],
  }),

  businesses: defineRoute('GET', '/api/businesses', {
    ...businesses,
    summary: 'My businesses',
    query: PageQuery,
    answer: listOf(Business),
  }),
  businessAttention: defineRoute('GET', '/api/businesses/attention', {
    ...businesses,
    summary: 'Which of my businesses have something that needs a person',
    answer: z.array(BusinessAttention),
  }),
  createBusiness: defineRoute('POST', '/api/businesses', {
    ...businesses,
    summary: 'Create a business',
    body: BusinessInput,
    status: 201,
    answer: Business,
    idempotent: true,
  }),
  business: defineRoute('GET', '/api/businesses/{id}', {
    ...businesses,
    summary: 'One business',
    params: ById,
    answer: Business,
    errors: ['not_found'],
  }),
  updateBusiness: defineRoute('PUT', '/api/businesses/{id}', {
    ...businesses,
    summary: 'Change a business',
    params: ById,
    body: BusinessChanges,
    answer: Business,
    errors: ['not_found', 'forbidden'],
  }),
  deleteBusiness: defineRoute('DELETE', '/api/businesses/{id}', {
    ...businesses,
    summary: 'Delete a business',
    params: ById,
    status: 204,
    errors: ['not_found', 'forbidden', 'last_business'],
  }),
  industryTemplates: defineRoute('GET', '/api/industry-templates', {
    ...businesses,
    summary: 'What each industry can post: ideas, hashtags, a weekly rhythm, example posts',
    query: z.strictObject({ industry: IndustryKey.optional() }),
    answer: z.array(IndustryTemplate),
  }),
} as const;
