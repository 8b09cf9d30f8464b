import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { FlowsClaims } from './flows.claims.ts';

const BATCH = 200;
const EVERY_SECONDS = 60;

/** Removes abandoned sign-ins: an offer that nobody picked holds sealed tokens. */
@Injectable()
export class FlowsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly flows: FlowsClaims,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'oauth-flows', everySeconds: EVERY_SECONDS, run: () => this.execute() });
  }

  async execute(): Promise<boolean> {
    const deleted = await this.uow.run(Scope.system('abandoned sign-ins'), (tx) => this.flows.deleteExpired(tx, BATCH));
    return deleted === BATCH;
  }
}
