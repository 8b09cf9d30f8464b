import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { OldAttemptsClaims } from './old-attempts.claims.ts';

const BATCH = 500;
const EVERY_SECONDS = 600;

@Injectable()
export class OldAttemptsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly attempts: OldAttemptsClaims,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old-attempts', everySeconds: EVERY_SECONDS, run: () => this.execute() });
  }

  async execute(): Promise<boolean> {
    const deleted = await this.uow.run(Scope.system('attempts of long ago'), (tx) => this.attempts.delete(tx, BATCH));
    return deleted === BATCH;
  }
}
