import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { LeasedWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { RevocationsClaims } from './revocations.claims.ts';
import type { Revocation } from './revocations.claims.ts';
import { RevokeConsent } from './revoke-consent.ts';

const scope = Scope.system('revocations of all businesses');

/** Longer than a try can take: its one call ends within READ_TIMEOUT_MS. */
const LEASE_SECONDS = 60;

/** Withdraws consents at the platforms: as soon as they are queued, and again after failures. */
@Injectable()
export class RevocationsWorker extends LeasedWorker<Revocation> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly claims: RevocationsClaims,
    private readonly revoke: RevokeConsent,
  ) {
    super(tools, { name: 'revocations', slots: 4, pollMs: 2_000 });
  }

  protected override claim(free: number): Promise<Revocation[]> {
    return this.uow.run(scope, (tx) => this.claims.claim(tx, free, LEASE_SECONDS));
  }

  protected override async work(revocation: Revocation): Promise<void> {
    const pause = await this.revoke.execute(revocation);
    await this.uow.run(scope, (tx) =>
      pause === null ? this.claims.finish(tx, revocation) : this.claims.postpone(tx, revocation, pause),
    );
  }

  /** The database is down: the row is ready again when its lease ends. */
  protected override failed(_revocation: Revocation, error: unknown): Promise<void> {
    this.logger.error('A revocation could not be recorded', { error });
    return Promise.resolve();
  }
}
