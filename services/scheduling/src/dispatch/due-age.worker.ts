import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { DueTargetsClaims } from './due-targets.claims.ts';

const EVERY_MS = 5_000;

/** Shows how long the oldest due target has waited: the lag of those handed over says nothing when none is. */
@Injectable()
export class DueAgeWorker implements OnModuleInit {
  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly claims: DueTargetsClaims,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'due age', everyMs: EVERY_MS, run: () => this.show() });
  }

  private async show(): Promise<void> {
    const scope = Scope.system('age of the due targets of all businesses');
    metrics.dueOldestSeconds.set(await this.uow.run(scope, (tx) => this.claims.oldestSeconds(tx), { readOnly: true }));
  }
}
