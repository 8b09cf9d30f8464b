import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { platforms } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { OpenAttemptsClaims } from './open-attempts.claims.ts';

const EVERY_MS = 5_000;

/** Shows how many publishing calls have no outcome yet and for how long: a call in progress has none either. */
@Injectable()
export class OpenAttemptsWorker implements OnModuleInit {
  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly claims: OpenAttemptsClaims,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'open attempts', everyMs: EVERY_MS, run: () => this.show() });
  }

  private async show(): Promise<void> {
    const scope = Scope.system('open attempts of all businesses');
    const open = await this.uow.run(scope, (tx) => this.claims.count(tx), { readOnly: true });
    for (const platform of platforms) {
      const { attempts, oldestSeconds } = open.find((one) => one.platform === platform) ?? {
        attempts: 0,
        oldestSeconds: 0,
      };
      metrics.openAttemptsCount.set(attempts, { platform });
      metrics.openAttemptsOldestSeconds.set(oldestSeconds, { platform });
    }
  }
}
