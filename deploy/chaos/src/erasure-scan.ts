import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { schemas } from '../../local/src/postgres/roles.ts';
import type { Account } from './erasure-account.ts';

/** Tables that hold events and what was handled of them: they age out with their partitions (deploy/docs/retention.md). */
const AGING = new Set(['outbox', 'inbox']);
/** Tombstones name deleted businesses on purpose, by their ids alone. */
const TOMBSTONES = new Set(['erasures', 'business_refs']);
/** The work of the erasure itself: it knows whom it is about until it is complete. */
const WORK = new Set(['deletions', 'person_erasures']);

/** Looks for everything of a person, past the product: in every table of every schema, in the object store, in streams and logs. */
export class Scan {
  private readonly databaseUrl: string;
  private readonly dataDir: string;

  constructor(databaseUrl: string, dataDir: string) {
    this.databaseUrl = databaseUrl;
    this.dataDir = dataDir;
  }

  /** Rows and objects by place; every place that was looked at, with 0 where nothing is. `work`: that of the erasure as well. */
  async find(account: Account, { work }: { readonly work: boolean }): Promise<Record<string, number>> {
    const skipped = new Set([...AGING, ...TOMBSTONES, ...(work ? [] : WORK)]);
    const rows = await this.rowsWith(wordsOf(account), (table) => !skipped.has(table));
    return { ...rows, objects: this.objectsOf(account.businessIds) };
  }

  /** Events of the person in outboxes and inboxes, and how many blocks of the streams still hold their words. */
  async agingOut(account: Account): Promise<Record<string, number>> {
    const rows = await this.rowsWith(wordsOf(account), (table) => AGING.has(table));
    const blocks = await this.blocksWith(account.canary);
    return { ...Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0)), streams: blocks };
  }

  /** How many rows name one of these businesses. */
  async rowsOf(businessIds: readonly string[]): Promise<number> {
    const rows = await this.rowsWith(businessIds, (table) => !AGING.has(table));
    return Object.values(rows).reduce((sum, count) => sum + count, 0);
  }

  /** The row of a person, as text. */
  wordsOfPerson(userId: string): Promise<string | undefined> {
    return this.connected(async (client) => {
      const text = 'SELECT u::text AS row FROM identity.users u WHERE id = $1';
      return (await client.query<{ row: string }>(text, [userId])).rows[0]?.row;
    });
  }

  /** Mails that are neither sent nor given up. */
  waitingMails(): Promise<number> {
    return this.connected(async (client) => {
      const text = 'SELECT count(*) AS count FROM identity.mail_queue WHERE sent_at IS NULL AND given_up_at IS NULL';
      return Number((await client.query<{ count: string }>(text)).rows[0]?.count);
    });
  }

  /** Lines of the logs with something a person wrote, or with their address. */
  inLogs({ person, canary }: Account, lines: readonly string[]): string[] {
    const folder = join(this.dataDir, 'logs');
    const files = existsSync(folder)
      ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      : [];
    return [...lines, ...files].filter((line) => line.includes(canary) || line.includes(person.email));
  }

  private rowsWith(words: readonly string[], isWanted: (table: string) => boolean): Promise<Record<string, number>> {
    return this.connected(async (client) => {
      const tables = await client.query<{ schema: string; name: string }>(
        `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1, 2`,
        [schemas],
      );
      const found: Record<string, number> = {};
      for (const { schema, name } of tables.rows.filter((table) => isWanted(table.name))) {
        const { rows } = await client.query<{ count: string }>(
          `SELECT count(*) AS count FROM ${schema}.${name} t
          WHERE EXISTS (SELECT FROM unnest($1::text[]) word WHERE strpos(t::text, word) > 0)`,
          [words],
        );
        found[`${schema}.${name}`] = Number(rows[0]?.count ?? 0);
      }
      return found;
    });
  }

  private async connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private objectsOf(businessIds: readonly string[]): number {
    const entries = readdirSync(join(this.dataDir, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() && businessIds.some((id) => path.includes(id));
    }).length;
  }

  private async blocksWith(word: string): Promise<number> {
    const store = join(this.dataDir, 'nats', 'store');
    const blocks = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.blk'));
    let found = 0;
    for (const block of blocks) {
      let rest = '';
      for await (const chunk of createReadStream(join(store, block), 'latin1')) {
        rest = rest.slice(-word.length) + String(chunk);
        if (rest.includes(word)) {
          found += 1;
          break;
        }
      }
    }
    return found;
  }
}

/** By these everything of a person is recognized: what they wrote, their address, their id and those of their businesses. */
function wordsOf({ person, canary, userId, businessIds }: Account): string[] {
  return [canary, person.email, userId, ...businessIds];
}
