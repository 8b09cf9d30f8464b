import { z } from 'zod';
import { Id, Instant, Role, text, TimeZone } from '../kernel/index.ts';
import { Metric, Tier } from '../plans/index.ts';
import { BusinessTone, IndustryKey } from './industries.ts';

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.'));

/** At least 12 characters; at most 200 so that hashing stays bounded. */
export const Password = z
  .string()
  .min(12, 'Please use at least 12 characters.')
  .max(200, 'Please use at most 200 characters.');

const PersonName = text(100).transform((value) => value.trim());

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  createdAt: Instant,
  subscriptionTier: Tier,
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof User>;

export const RegisterInput = z.strictObject({
  email: Email,
  password: Password,
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
});
export const LoginInput = z.strictObject({
  email: Email,
  password: z.string().min(1, 'Please enter your password.').max(200),
});

/** The secret of a mailed link. */
export const OneUseTokenInput = z.strictObject({ token: z.string().min(20, 'This link is not valid.').max(200) });
export const ForgotPasswordInput = z.strictObject({ email: Email });
export const ResetPasswordInput = OneUseTokenInput.extend({ password: Password });

/** The session cookie's value: anything that fits into a request's head; identity decides whether it is a token. */
export const CookieValue = z.string().max(16_384);

/** Where a request came from, for the session list and the throttles; the address never reaches an event or a log. */
export const Origin = z.strictObject({ address: z.string().max(64), userAgent: z.string().max(400) });

export const SessionInfo = z.object({
  id: Id,
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
});

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a colour like #2B4C8C.');
export const BrandColors = z.strictObject({ primary: Colour, secondary: Colour });

const Profile = text(2_000);

/** Fields that PUT /api/businesses/{id} accepts, any subset of them. */
export const BusinessChanges = z.strictObject({
  name: text(100, { required: 'Business name is required', tooLong: 'Business name too long' }).optional(),
  industryType: IndustryKey.optional(),
  customIndustryName: text(100).nullable().optional(),
  customAiPrompt: Profile.nullable().optional(),
  description: Profile.nullable().optional(),
  brandColors: BrandColors.nullable().optional(),
  businessLocation: text(200).nullable().optional(),
  businessTone: BusinessTone.optional(),
  targetAudience: Profile.nullable().optional(),
  businessSpecialty: Profile.nullable().optional(),
  uniqueSellingPoint: Profile.nullable().optional(),
  keyServices: Profile.nullable().optional(),
  businessPersonality: Profile.nullable().optional(),
  timeZone: TimeZone.optional(),
  /** How late a one-off post may still be published, in minutes: 15 to 2880, default 360. */
  lateLimitMinutes: z.number().int().min(15).max(2_880).optional(),
});

export const BusinessInput = BusinessChanges.extend({
  name: text(100, { required: 'Business name is required', tooLong: 'Business name too long' }),
  industryType: IndustryKey,
  businessTone: z.union([BusinessTone, z.literal('')]).optional(),
});

export const Business = z.object({
  id: Id,
  name: z.string(),
  industryType: IndustryKey,
  customIndustryName: z.string().nullable(),
  customAiPrompt: z.string().nullable(),
  description: z.string().nullable(),
  brandColors: BrandColors.nullable(),
  businessLocation: z.string().nullable(),
  businessTone: BusinessTone,
  targetAudience: z.string().nullable(),
  businessSpecialty: z.string().nullable(),
  uniqueSellingPoint: z.string().nullable(),
  keyServices: z.string().nullable(),
  businessPersonality: z.string().nullable(),
  timeZone: z.string(),
  lateLimitMinutes: z.number().int(),
  role: Role,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Business = z.infer<typeof Business>;

/** The plan of a payer (the owner of a business), for the services that enforce its limits. */
export const Entitlement = z.object({
  payerId: Id,
  tier: Tier,
  /** The start of the first billing month: sign-up, later the last plan change. */
  periodAnchor: Instant,
  version: z.number().int(),
});
export type Entitlement = z.infer<typeof Entitlement>;

/** A limit as its owner reports it; `used` is a count, or bytes for storage. */
export const MetricUsage = z.object({ metric: Metric, used: z.number(), limit: z.number() });
export type MetricUsage = z.infer<typeof MetricUsage>;

/** GET /api/user/limits; storage in MB with two decimals, -1 is unlimited, `postsUsed` a numeric string. */
export const UserLimits = z.object({
  subscriptionTier: Tier,
  postsUsed: z.string(),
  postsLimit: z.number(),
  captionsUsed: z.number(),
  captionsLimit: z.number(),
  storageUsed: z.number(),
  storageLimit: z.number(),
  accountsUsed: z.number(),
  accountsLimit: z.number(),
  canCreatePost: z.boolean(),
  canUpload: z.boolean(),
  periodStart: Instant,
  periodEnd: Instant,
  /** Parts whose owner did not answer in time; their figures are absent from the decision, never invented. */
  unavailable: z.array(Metric).optional(),
});
export type UserLimits = z.infer<typeof UserLimits>;
