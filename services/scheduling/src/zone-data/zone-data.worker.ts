import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { KeepWallClocks } from './keep-wall-clocks.ts';

const POLL_MS = 86_400_000;

/** Once a day and at start: have the rules of time zones changed? */
@Injectable()
export class ZoneDataWorker implements OnModuleInit {
  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly keep: KeepWallClocks,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'zone data', everyMs: POLL_MS, run: () => this.round(process.versions['tz'] ?? '') });
  }

  /** One batch; true when there may be more. */
  round(version: string): Promise<boolean> {
    return this.uow.run(Scope.system('wall clocks of scheduled posts'), (tx) => this.keep.execute(tx, version), {
      timeoutMs: 30_000,
    });
  }
}
