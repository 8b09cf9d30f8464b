import { Injectable } from '@nestjs/common';
import type { AuditAct, AuditEntry } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { config } from '../config.ts';

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly act: AuditAct;
  readonly detail: string | null;
  readonly user_agent: string | null;
}

const newestFirst = { name: 'audit', sort: 'at', type: 'timestamptz', id: 'id', direction: 'DESC' } as const;
const kept = (): string => `at > now() - make_interval(days => ${config.keepAuditDays})`;

@Injectable()
export class AuditRepository {
  async insert(
    tx: Tx,
    entry: { id: string; userId: string; act: AuditAct; detail: string | null; userAgent: string | null },
  ): Promise<void> {
    await tx.execute('INSERT INTO audit_log (id, user_id, act, detail, user_agent) VALUES ($1, $2, $3, $4, $5)', [
      entry.id,
      entry.userId,
      entry.act,
      entry.detail,
      entry.userAgent,
    ]);
  }

  /** For the owner of this address, if there is one. One statement either way, so that both cases take the same time. */
  async insertForAddress(
    tx: Tx,
    entry: { id: string; email: string; act: AuditAct; detail: string | null; userAgent: string | null },
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO audit_log (id, user_id, act, detail, user_agent)
       SELECT $1, u.id, $3, $4, $5 FROM users u WHERE u.email = $2`,
      [entry.id, entry.email, entry.act, entry.detail, entry.userAgent],
    );
  }

  async ownerOf(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ owner_id: string }>('SELECT owner_id FROM businesses WHERE id = $1', [businessId]);
    return row?.owner_id ?? null;
  }

  /** Newest first. @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, userId: string, query: PageQuery): Promise<List<AuditEntry>> {
    const page = listPage(newestFirst, query, [userId]);
    const rows = await tx.query<EntryRow & { position: string }>(
      `SELECT id, at, act, detail, user_agent, ${page.position} AS position FROM audit_log
        WHERE user_id = $1 AND ${kept()} ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toEntry, async () => {
      const [row] = await tx.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM audit_log WHERE user_id = $1 AND ${kept()}`,
        [userId],
      );
      return row?.total ?? 0;
    });
  }
}

function toEntry(row: EntryRow): AuditEntry {
  return { id: row.id, at: row.at.toISOString(), act: row.act, detail: row.detail, userAgent: row.user_agent };
}
