import type { Business, BusinessChanges, BusinessTone, IndustryKey, Role } from '@postloom/contracts';
import type { z } from 'zod';

/** A business as its queries read one, with the caller's role. */
export interface BusinessRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly industry_type: IndustryKey;
  readonly custom_industry_name: string | null;
  readonly custom_ai_prompt: string | null;
  readonly description: string | null;
  readonly brand_colors: { primary: string; secondary: string } | null;
  readonly business_location: string | null;
  readonly business_tone: BusinessTone;
  readonly target_audience: string | null;
  readonly business_specialty: string | null;
  readonly unique_selling_point: string | null;
  readonly key_services: string | null;
  readonly business_personality: string | null;
  readonly time_zone: string;
  readonly late_limit_minutes: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

export function toBusiness(row: BusinessRow, role: Role): Business {
  return {
    id: row.id,
    name: row.name,
    industryType: row.industry_type,
    customIndustryName: row.custom_industry_name,
    customAiPrompt: row.custom_ai_prompt,
    description: row.description,
    brandColors: row.brand_colors,
    businessLocation: row.business_location,
    businessTone: row.business_tone,
    targetAudience: row.target_audience,
    businessSpecialty: row.business_specialty,
    uniqueSellingPoint: row.unique_selling_point,
    keyServices: row.key_services,
    businessPersonality: row.business_personality,
    timeZone: row.time_zone,
    lateLimitMinutes: row.late_limit_minutes,
    role,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** What the other services need to know of a business. */
export function businessFacts(row: BusinessRow) {
  return {
    businessId: row.id,
    payerId: row.owner_id,
    name: row.name,
    industryType: row.industry_type,
    timeZone: row.time_zone,
    lateLimitMinutes: row.late_limit_minutes,
  };
}

/** Column of each field that a person may change. */
const columns = {
  name: 'name',
  industryType: 'industry_type',
  customIndustryName: 'custom_industry_name',
  customAiPrompt: 'custom_ai_prompt',
  description: 'description',
  brandColors: 'brand_colors',
  businessLocation: 'business_location',
  businessTone: 'business_tone',
  targetAudience: 'target_audience',
  businessSpecialty: 'business_specialty',
  uniqueSellingPoint: 'unique_selling_point',
  keyServices: 'key_services',
  businessPersonality: 'business_personality',
  timeZone: 'time_zone',
  lateLimitMinutes: 'late_limit_minutes',
} as const satisfies Record<keyof z.output<typeof BusinessChanges>, string>;

export type BusinessColumn = (typeof columns)[keyof typeof columns];

/**
 * Values to write for a person's changes: absent fields stay, blank texts become null, the name is trimmed. An industry other than 'other'
 * has no name of its own.
 */
export function valuesOf(changes: z.output<typeof BusinessChanges>): Map<BusinessColumn, unknown> {
  const values = new Map<BusinessColumn, unknown>();
  for (const field of Object.keys(columns) as (keyof typeof columns)[]) {
    const value = changes[field];
    if (value === undefined) {
      continue;
    }
    if (field === 'brandColors') {
      values.set(columns[field], value === null ? null : JSON.stringify(value));
    } else if (typeof value === 'string') {
      values.set(columns[field], value.trim() === '' ? null : value.trim());
    } else {
      values.set(columns[field], value);
    }
  }
  if (changes.industryType !== undefined && changes.industryType !== 'other') {
    values.set('custom_industry_name', null);
  }
  return values;
}

/** Who may change the profile of a business, which every caption depends on. */
export function mayEditBusiness(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}
