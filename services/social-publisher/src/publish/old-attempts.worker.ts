import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { OldAttemptsClaims } from './old-attempts.claims.ts';

const BATCH = 500;
const EVERY_MS = 600_000;

@Injectable()
export class OldAttemptsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly attempts: OldAttemptsClaims,
    private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'old-attempts', everyMs: EVERY_MS, run: () => this.execute() });
  }

  async execute(): Promise<boolean> {
    const deleted = await this.uow.run(Scope.system('attempts of long ago'), (tx) => this.attempts.delete(tx, BATCH));
    return deleted === BATCH;
  }
}
