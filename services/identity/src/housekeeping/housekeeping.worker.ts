import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { OldRowsClaims } from './old-rows.claims.ts';

const EVERY_SECONDS = 600;

/** Removes what has run out: sessions, links, mails long sent. */
@Injectable()
export class HousekeepingWorker implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly uow: Uow,
    private readonly oldRows: OldRowsClaims,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old-rows', everySeconds: EVERY_SECONDS, run: () => this.clean() });
  }

  /** One batch; true when there may be more. */
  clean(): Promise<boolean> {
    return this.uow.run(Scope.global(), (tx) => this.oldRows.deleteBatch(tx));
  }
}
