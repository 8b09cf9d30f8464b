import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { SecretsClaims } from './secrets.claims.ts';
import { Vault } from './vault.ts';

const BATCH = 50;
const EVERY_MS = 60_000;

/**
 * Rotation: put the new key first in VAULT_KEYS and restart; this loop seals every row anew. The old key may go when no
 * row names it any more.
 */
@Injectable()
export class RewrapWorker implements OnModuleInit {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(SecretsClaims) private readonly secrets: SecretsClaims,
    @Inject(Vault) private readonly vault: Vault,
    @Inject(Loops) private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'vault-rewrap', everyMs: EVERY_MS, run: () => this.execute() });
  }

  /** One batch; true = there is more. */
  execute(): Promise<boolean> {
    return this.uow.run(Scope.system('rotation of vault keys'), async (tx) => {
      const rows = await this.secrets.underOtherKeys(tx, this.vault.currentKid, BATCH);
      for (const row of rows) {
        const binding = { businessId: row.businessId, platform: row.platform, subjectId: row.accountId };
        await this.secrets.replace(tx, row.accountId, this.vault.rewrap(binding, row));
      }
      return rows.length === BATCH;
    });
  }
}
