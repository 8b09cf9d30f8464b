import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Partition {
  readonly name: string;
  readonly index: string | null;
  readonly isValid: boolean | null;
}

/**
 * The index by which businesses take turns in the due retries. As with `inbox_retrying`, each partition gets its own without blocking
 * writers, and the parent's index adopts it. Repeatable: what an interrupted run left unfinished is built anew.
 */
export class InboxTurnsIndex20261122032 implements MigrationInterface {
  readonly name = 'InboxTurnsIndex20261122032';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Partitions made from here on get the index with the parent's.
    await runner.query(
      `CREATE INDEX IF NOT EXISTS inbox_turns ON ONLY inbox (business_id, ready_at) WHERE state = 'retrying'`,
    );
    for (const partition of await this.partitionsWithout(runner)) {
      const index = `${partition.name}_turns`;
      if (partition.index !== null && partition.isValid === false) {
        await runner.query(`DROP INDEX CONCURRENTLY ${index}`);
      }
      const [row] = (await runner.query(`SELECT EXISTS (SELECT FROM ${partition.name}) AS filled`)) as {
        filled: boolean;
      }[];
      await runner.query(
        `CREATE INDEX ${row?.filled === true ? 'CONCURRENTLY' : ''} IF NOT EXISTS ${index}
         ON ${partition.name} (business_id, ready_at) WHERE state = 'retrying'`,
      );
      await runner.query(`ALTER INDEX inbox_turns ATTACH PARTITION ${index}`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }

  /** Partitions without an attached index; with the state of a stand-alone one from an interrupted run. */
  private async partitionsWithout(runner: QueryRunner): Promise<Partition[]> {
    return (await runner.query(
      `SELECT child.relname AS name, own.relname AS index, state.indisvalid AS "isValid"
       FROM pg_inherits i
       JOIN pg_class child ON child.oid = i.inhrelid
       LEFT JOIN pg_class own ON own.relname = child.relname || '_turns' AND own.relnamespace = child.relnamespace
       LEFT JOIN pg_index state ON state.indexrelid = own.oid
       WHERE i.inhparent = 'inbox'::regclass AND NOT EXISTS (
         SELECT FROM pg_index x JOIN pg_inherits attached ON attached.inhrelid = x.indexrelid
         WHERE x.indrelid = child.oid AND attached.inhparent = 'inbox_turns'::regclass)
       ORDER BY child.relname`,
    )) as Partition[];
  }
}
