import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Where the browser of a session takes pushes. It goes with the session, and gets nothing once that has ended.
  `CREATE TABLE push_devices (
    id uuid PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    endpoint text NOT NULL CONSTRAINT push_devices_endpoint_is_short CHECK (char_length(endpoint) <= 2048),
    endpoint_hash bytea NOT NULL CONSTRAINT push_devices_endpoint_is_hashed CHECK (octet_length(endpoint_hash) = 32),
    p256dh text NOT NULL,
    auth text NOT NULL,
    -- The public key of ours that it subscribed with.
    server_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_ok_at timestamptz,
    failures int NOT NULL DEFAULT 0 CONSTRAINT push_devices_failures_are_counted CHECK (failures >= 0),
    CONSTRAINT push_devices_one_per_session UNIQUE (session_id),
    CONSTRAINT push_devices_endpoint_once_per_person UNIQUE (user_id, endpoint_hash)
  )`,
  'CREATE INDEX push_devices_by_endpoint ON push_devices (endpoint_hash)',

  // A notification on its way to a device. What it says is read when it is sent; then the row goes.
  `CREATE TABLE push_messages (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL REFERENCES businesses ON DELETE CASCADE,
    device_id uuid NOT NULL REFERENCES push_devices ON DELETE CASCADE,
    notification_id uuid NOT NULL REFERENCES notifications ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()}
  )`,
  'CREATE INDEX push_messages_by_device ON push_messages (device_id)',
  'CREATE INDEX push_messages_by_notification ON push_messages (notification_id)',
  'CREATE INDEX push_messages_by_business ON push_messages (business_id)',
  leasedIndex('push_messages'),
  ...tenantTable('push_messages'),
];

/** Notifications on people's devices. */
export class PushDevices20261123076 implements MigrationInterface {
  readonly name = 'PushDevices20261123076';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
