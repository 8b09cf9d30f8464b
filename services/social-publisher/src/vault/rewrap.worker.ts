import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { keyReport } from './key-report.ts';
import type { KeyState } from './key-report.ts';
import { SecretsClaims } from './secrets.claims.ts';
import { Vault } from './vault.ts';

const BATCH = 50;
const EVERY_MS = 60_000;

/**
 * Rotation (deploy/docs/runbooks/rotate-vault-key.md): once the new key is the first of VAULT_KEYS, this loop seals every row
 * anew. Lanes go on meanwhile: a row keeps the generation of its tokens, so a refresh that is on its way still finds it.
 */
@Injectable()
export class RewrapWorker implements OnModuleInit {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(SecretsClaims) private readonly secrets: SecretsClaims,
    @Inject(Vault) private readonly vault: Vault,
    @Inject(Loops) private readonly loops: Loops,
    @Inject(Logger) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'vault-rewrap', everyMs: EVERY_MS, run: () => this.execute() });
  }

  /** One batch; true = there is more. */
  async execute(): Promise<boolean> {
    const [, ...others] = this.vault.kids;
    const hasMore = await this.uow.run(Scope.system('rotation of vault keys'), async (tx) => {
      const rows = others.length === 0 ? [] : await this.secrets.under(tx, others, BATCH);
      for (const row of rows) {
        const binding = { businessId: row.businessId, platform: row.platform, subjectId: row.accountId };
        await this.secrets.replace(tx, row.accountId, this.vault.rewrap(binding, row));
      }
      return rows.length === BATCH;
    });
    if (!hasMore) await this.report();
    return hasMore;
  }

  /** Which keys are still needed. A key that rows name and nobody has is said aloud: those accounts can't publish. */
  async report(): Promise<readonly KeyState[]> {
    const used = await this.uow.run(Scope.system('rotation of vault keys'), (tx) => this.secrets.usage(tx), {
      readOnly: true,
    });
    const keys = keyReport(this.vault.kids, used);
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
}

function rowsOf(keys: readonly KeyState[], state: KeyState['state']): number {
  return keys.filter((key) => key.state === state).reduce((sum, key) => sum + key.secrets + key.signIns, 0);
}
