import type { Tier, User } from '@postloom/contracts';

/** A person as the queries of this service read one: a row of `users` with the tier of its subscription. */
export interface UserRow {
  readonly user_id: string;
  readonly email: string;
  readonly email_verified_at: Date | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly profile_image_url: string | null;
  readonly user_created_at: Date;
  readonly tier: Tier;
}

/** The person as the API shows one; fields are listed one by one so that a new column never leaks. */
export function toUser(row: UserRow): User {
  return {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    createdAt: row.user_created_at.toISOString(),
    subscriptionTier: row.tier,
    emailVerified: row.email_verified_at !== null,
  };
}

/** A blank given name is null. */
export function personName(given: string | undefined): string | null {
  const name = given?.replace(/\s+/gu, ' ').trim() ?? '';
  return name === '' ? null : name;
}
