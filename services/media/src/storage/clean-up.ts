import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { Uow } from '@postloom/persistence';
import type { Scope, Tx } from '@postloom/persistence';

/** What is done about things that were stored, or reserved, for nothing. */
@Injectable()
export class CleanUp {
  constructor(
    private readonly uow: Uow,
    private readonly logger: Logger,
  ) {}

  /**
   * One that fails does not throw: its caller should learn why the work itself failed. What it leaves ends later, by the lists and times that
   * are there for processes that die.
   */
  async attempt(scope: Scope, work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.uow.run(scope, work);
    } catch (error) {
      this.logger.warn('What was stored or reserved for nothing could not be given back at once; it ends later', {
        error,
      });
    }
  }
}
