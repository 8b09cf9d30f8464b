import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { DeletionStatus } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** 128 bits: whoever has a code was given it. */
const CODE_BYTES = 16;

interface DeletionRow {
  readonly about: 'platform_person' | 'consent';
  readonly requested_at: Date;
  readonly completed_at: Date | null;
}

/** What platforms asked us to delete, over all tenants: they name people, not businesses. */
@Injectable()
export class PlatformDeletionsClaims {
  constructor(
    private readonly random: Random,
    private readonly uow: Uow,
  ) {}

  /** Returns the code that the platform shows the person. */
  async add(tx: Tx, about: DeletionRow['about'], accountIds: readonly string[]): Promise<string> {
    const code = this.random.token(CODE_BYTES);
    await tx.execute('INSERT INTO platform_deletions (code_hash, about, account_ids) VALUES ($1, $2, $3::uuid[])', [
      hashOf(code),
      about,
      accountIds,
    ]);
    return code;
  }

  /** Complete once no token of these accounts is left, neither in use nor waiting to be revoked. @throws AppError not_found */
  async status(code: string): Promise<DeletionStatus> {
    const row = await this.uow.run(Scope.system('the code of a deletion names no business'), async (tx) => {
      await tx.execute(
        `UPDATE platform_deletions d SET completed_at = now(), account_ids = '{}'
        WHERE d.code_hash = $1 AND d.completed_at IS NULL
          AND NOT EXISTS (SELECT FROM account_secrets s WHERE s.account_id = ANY (d.account_ids))
          AND NOT EXISTS (SELECT FROM revocations r WHERE r.account_id = ANY (d.account_ids))`,
        [hashOf(code)],
      );
      const [found] = await tx.query<DeletionRow>(
        'SELECT about, requested_at, completed_at FROM platform_deletions WHERE code_hash = $1',
        [hashOf(code)],
      );
      return found;
    });
    if (row === undefined) {
      throw new AppError('not_found');
    }
    const at = row.requested_at.toISOString();
    return {
      about: row.about,
      state: row.completed_at === null ? 'deleting' : 'completed',
      ...{ requestedAt: at, expiresAt: at, verifiedAt: at, deletingAt: at },
      completedAt: row.completed_at?.toISOString() ?? null,
    };
  }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest();
}
