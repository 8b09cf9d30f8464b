import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { SecondStepsRepository } from './second-steps.repository.ts';
import type { StoredSecret } from './second-steps.repository.ts';
import { TotpVault } from './totp-vault.ts';

const EVERY_MS = 60_000;
const BATCH = 50;
/** Before every person. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Once a new key is the first of `VAULT_KEYS`, what older ones sealed is sealed anew, a batch at a time (runbook rotate-vault-key). */
@Injectable()
export class ResealWorker implements OnModuleInit {
  /** How far this pass has come: secrets that do not open stay behind, and must not be read again and again. */
  private after = FIRST;

  constructor(
    private readonly loops: Loops,
    private readonly logger: Logger,
    private readonly uow: Uow,
    private readonly vault: TotpVault,
    private readonly repository: SecondStepsRepository,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'totp-reseal', everyMs: EVERY_MS, run: () => this.reseal() });
  }

  /** One batch; true when there may be more. */
  async reseal(): Promise<boolean> {
    const { currentKid } = this.vault;
    if (currentKid === null) {
      return false;
    }
    const rows = await this.uow.run(Scope.global(), async (tx) => {
      const found = await this.repository.underOtherKeys(tx, currentKid, this.after, BATCH);
      const resealed = found.flatMap((one) => this.underCurrentKey(one));
      if (resealed.length > 0) {
        await this.repository.reseal(tx, resealed);
      }
      return found;
    });
    this.after = rows.length === BATCH ? (rows.at(-1)?.userId ?? FIRST) : FIRST;
    return rows.length === BATCH;
  }

  /** None for a secret that does not open: it stays as it is, and the others continue. */
  private underCurrentKey({ userId, ...sealed }: StoredSecret): StoredSecret[] {
    try {
      return [{ userId, ...this.vault.seal(userId, this.vault.open(userId, sealed)) }];
    } catch (error) {
      const { kid } = sealed;
      this.logger.error('The secret of a second step does not open: its key is missing, or it was changed', {
        userId,
        kid,
        error,
      });
      return [];
    }
  }
}
