import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE audit_log (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    -- The contract's AuditAct: acts of other parts are added there, without a migration here.
    act text NOT NULL CONSTRAINT audit_log_act_is_a_word CHECK (act ~ '^[a-z_]{3,40}$'),
    detail text CONSTRAINT audit_log_detail_is_one_short_line CHECK (char_length(detail) <= 300 AND detail !~ '[[:cntrl:]]'),
    user_agent text CONSTRAINT audit_log_user_agent_is_one_short_line
      CHECK (char_length(user_agent) <= 400 AND user_agent !~ '[[:cntrl:]]')
  )`,
  'CREATE INDEX audit_log_newest ON audit_log (user_id, at DESC, id DESC)',
  'CREATE INDEX audit_log_by_age ON audit_log (at)',

  // Nobody changes an entry. They go with their person, or by age: the service itself, which requests reach, removes none.
  `CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      IF TG_OP = 'UPDATE' OR current_user = TG_TABLE_SCHEMA THEN
        RAISE EXCEPTION 'audit_log is append-only';
      END IF;
      RETURN OLD;
    END $body$`,
  `CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only()`,
];

/** What happened to an account, for its person to read. */
export class AuditLog20261123010 implements MigrationInterface {
  readonly name = 'AuditLog20261123010';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
