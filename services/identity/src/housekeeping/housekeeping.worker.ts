import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { OldRowsClaims } from './old-rows.claims.ts';

const EVERY_MS = 10 * 60_000;

/** Removes what has run out: sessions, links, mails long sent. */
@Injectable()
export class HousekeepingWorker implements OnModuleInit {
  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly oldRows: OldRowsClaims,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'housekeeping', everyMs: EVERY_MS, run: () => this.clean() });
  }

  /** One batch; true when there may be more. */
  clean(): Promise<boolean> {
    return this.uow.run(Scope.global(), (tx) => this.oldRows.deleteBatch(tx));
  }
}
