import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops, ShutdownRegistry } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { RevocationsClaims } from './revocations.claims.ts';
import type { Revocation } from './revocations.claims.ts';
import { RevokeConsent } from './revoke-consent.ts';

const scope = Scope.system('revocations of all businesses');

const POLL_MS = 2_000;
const SLOTS = 4;
/** Longer than a try can take: its one call ends within READ_TIMEOUT_MS. */
const LEASE_SECONDS = 60;

/** Takes consents back at the platforms: as soon as they are queued, and again after failures. */
@Injectable()
export class RevocationsWorker implements OnModuleInit {
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly claims: RevocationsClaims,
    private readonly revoke: RevokeConsent,
    private readonly loops: Loops,
    private readonly shutdown: ShutdownRegistry,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'revocations', everyMs: POLL_MS, run: () => this.claim() });
    this.shutdown.register('stop-intake', 'revocations', () => {
      this.isStopping = true;
    });
    this.shutdown.register('drain', 'revocations', async () => {
      await Promise.all(this.running);
    });
  }

  private async claim(): Promise<boolean> {
    const free = SLOTS - this.running.size;
    if (free <= 0 || this.isStopping) {
      return false;
    }
    const claimed = await this.uow.run(scope, (tx) => this.claims.claim(tx, free, LEASE_SECONDS));
    for (const revocation of claimed) {
      const run = this.work(revocation)
        // The database is gone: the row is ready again when its lease ends.
        .catch((error: unknown) => this.logger.error('A revocation could not be recorded', { error }))
        .finally(() => {
          this.running.delete(run);
          this.loop?.poke();
        });
      this.running.add(run);
    }
    return claimed.length === free;
  }
  private async work(revocation: Revocation): Promise<void> {
    const pause = await this.revoke.execute(revocation);
    await this.uow.run(scope, (tx) =>
      pause === null ? this.claims.finish(tx, revocation) : this.claims.postpone(tx, revocation, pause),
    );
  }
}
