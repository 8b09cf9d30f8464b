import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import type { Sealed } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { keyReport } from './key-report.ts';
import type { KeyState } from './key-report.ts';
import { sealedTables, SecretsClaims } from './secrets.claims.ts';
import type { SealedRow, SealedTable } from './secrets.claims.ts';
import { Vault } from './vault.ts';

const BATCH = 50;
const tables = Object.keys(sealedTables) as SealedTable[];
/** Before every key. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Rotation (deploy/docs/runbooks/rotate-vault-key.md): once the new key is the first of VAULT_KEYS, every row is sealed again. Lanes
 * continue meanwhile: a row keeps the generation of its tokens, so a refresh in progress still finds it.
 */
@Injectable()
export class RewrapSecrets {
  /** How far this pass has come: rows that cannot be opened stay behind, and must not be read again and again. */
  private after = FIRST;
  private table = 0;

  constructor(
    private readonly secrets: SecretsClaims,
    private readonly vault: Vault,
    private readonly logger: Logger,
  ) {}

  /** One batch; true = there is more. */
  async execute(): Promise<boolean> {
    const [, ...others] = this.vault.kids;
    const table = tables[this.table];
    if (others.length > 0 && table !== undefined) {
      const rows = await this.secrets.reseal(table, others, this.after, BATCH, (row) => this.underCurrentKey(row));
      const last = rows.length === BATCH ? rows.at(-1) : undefined;
      this.after = last?.key ?? FIRST;
      this.table += last === undefined ? 1 : 0;
      return true;
    }
    this.table = 0;
    await this.report();
    return false;
  }

  /** Which keys are still needed. A key that rows name and nobody has is reported: those accounts cannot publish. */
  async report(): Promise<readonly KeyState[]> {
    const keys = keyReport(this.vault.kids, await this.secrets.usage());
    metrics.vaultRowsCount.set(rowsOf(keys, 'needed'), { key: 'old' });
    metrics.vaultRowsCount.set(rowsOf(keys, 'missing'), { key: 'missing' });
    for (const key of keys) {
      if (key.state === 'missing') {
        this.logger.error('Tokens are sealed under a key that VAULT_KEYS does not have: put it back', {
          kid: key.kid,
          accounts: key.secrets,
          signIns: key.signIns,
        });
      }
    }
    return keys;
  }

  /** Null: it cannot be opened (changed, or another row's), and its account cannot publish either. The others continue. */
  private underCurrentKey(row: SealedRow): Sealed | null {
    const { accountId, businessId, platform, origin, kid } = row;
    try {
      return this.vault.rewrap({ businessId, platform, origin, subjectId: accountId }, row);
    } catch (error) {
      this.logger.error('The tokens of an account do not open: it must be reconnected', { accountId, kid, error });
      return null;
    }
  }
}

function rowsOf(keys: readonly KeyState[], state: KeyState['state']): number {
  return keys.filter((key) => key.state === state).reduce((sum, key) => sum + key.secrets + key.signIns, 0);
}
