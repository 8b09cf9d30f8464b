import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sub-selects are evaluated once per statement. They must not fail when the setting is missing: Postgres evaluates all of them, whichever
 * branch it needs, when it rechecks a row that was changed concurrently.
 */
const scope = `(SELECT current_setting('app.scope'))`;
const me = `(SELECT nullif(current_setting('app.user_id', true), '')::uuid)`;
const here = `(SELECT nullif(current_setting('app.business_id', true), '')::uuid)`;

/**
 * Businesses are queried by person (my businesses, my role) before any business is known, so their row-level policies have two ways in: in
 * the scope of a business, that business; otherwise the person of the transaction (`app.user_id`, set by the repository). When neither is
 * set, the statement fails instead of showing nothing or everything.
 */
function personOrBusiness(table: string, key: string, ofPerson: string): string[] {
  const mayUse = `CASE ${scope} WHEN 'system' THEN true WHEN 'business' THEN ${key} = ${here}
    ELSE CASE WHEN ${me} IS NULL THEN ${key} = current_setting('app.user_id')::uuid ELSE ${ofPerson} END END`;
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${table}_of_the_person_or_the_business ON ${table} USING (${mayUse}) WITH CHECK (${mayUse})`,
  ];
}

const statements = [
  `CREATE TABLE businesses (
    id uuid PRIMARY KEY,
    -- The payer of the business.
    owner_id uuid NOT NULL REFERENCES users,
    name text NOT NULL CONSTRAINT businesses_name_has_1_to_100_characters CHECK (char_length(name) BETWEEN 1 AND 100),
    industry_type text NOT NULL,
    custom_industry_name text,
    custom_ai_prompt text,
    description text,
    brand_colors jsonb,
    business_location text,
    business_tone text NOT NULL,
    target_audience text,
    business_specialty text,
    unique_selling_point text,
    key_services text,
    business_personality text,
    time_zone text NOT NULL DEFAULT 'UTC',
    late_limit_minutes int NOT NULL DEFAULT 360
      CONSTRAINT businesses_late_limit_is_15_minutes_to_48_hours CHECK (late_limit_minutes BETWEEN 15 AND 2880),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT businesses_own_industry_name_only_for_other
      CHECK (custom_industry_name IS NULL OR industry_type = 'other')
  )`,
  'CREATE INDEX businesses_of_an_owner ON businesses (owner_id)',

  `CREATE TABLE memberships (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    business_id uuid NOT NULL REFERENCES businesses ON DELETE CASCADE,
    role text NOT NULL
      CONSTRAINT memberships_role_is_known CHECK (role IN ('owner', 'admin', 'editor', 'approver', 'viewer')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, business_id)
  )`,
  'CREATE INDEX memberships_of_a_business ON memberships (business_id)',
  `CREATE UNIQUE INDEX memberships_one_owner ON memberships (business_id) WHERE role = 'owner'`,

  // The active business is always one that the person is a member of; it is unset with the membership.
  'ALTER TABLE users ADD COLUMN active_business_id uuid',
  `ALTER TABLE users ADD CONSTRAINT users_active_business_is_their_own
     FOREIGN KEY (id, active_business_id) REFERENCES memberships (user_id, business_id)
     ON DELETE SET NULL (active_business_id)`,

  ...personOrBusiness('memberships', 'business_id', `user_id = ${me}`),
  ...personOrBusiness(
    'businesses',
    'id',
    `(owner_id = ${me} OR EXISTS (SELECT FROM memberships m WHERE m.business_id = businesses.id AND m.user_id = ${me}))`,
  ),

  // The read at the start of every HTTP request, as one statement without a transaction around it. A function for two reasons: the
  // connection keeps its plans, and it can set the person for the policies between its two reads. Settings are local: they end with the
  // statement, so a pooled connection carries nothing over.
  `CREATE FUNCTION resolve_session(hash bytea, asked uuid, idle_days int, seen_every_seconds int)
   RETURNS TABLE (session_id uuid, is_due_for_seen boolean, user_id uuid, email text, email_verified_at timestamptz,
     first_name text, last_name text, profile_image_url text, user_created_at timestamptz, tier text,
     business_id uuid, payer_id uuid, role text)
   LANGUAGE plpgsql AS $body$
   #variable_conflict use_column
   DECLARE wanted uuid;
   BEGIN
     SELECT s.id, s.last_seen_at < now() - make_interval(secs => seen_every_seconds), u.id, u.email, u.email_verified_at,
            u.first_name, u.last_name, u.profile_image_url, u.created_at, p.tier, coalesce(asked, u.active_business_id)
       INTO session_id, is_due_for_seen, user_id, email, email_verified_at,
            first_name, last_name, profile_image_url, user_created_at, tier, wanted
       FROM sessions s JOIN users u ON u.id = s.user_id JOIN subscriptions p ON p.payer_id = u.id
      WHERE s.token_hash = hash AND s.ended_at IS NULL AND s.expires_at > now()
        AND s.last_seen_at > now() - make_interval(days => idle_days);
     IF NOT FOUND THEN
       RETURN;
     END IF;
     IF wanted IS NOT NULL THEN
       PERFORM set_config('app.scope', 'global', true), set_config('app.user_id', resolve_session.user_id::text, true);
       SELECT b.id, b.owner_id, m.role INTO business_id, payer_id, role
         FROM memberships m JOIN businesses b ON b.id = m.business_id
        WHERE m.user_id = resolve_session.user_id AND m.business_id = wanted;
     END IF;
     RETURN NEXT;
   END $body$`,
];

export class Businesses20261201002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
