import { AppError } from '@postloom/contracts';
import type { Uow } from './uow.ts';

/**
 * The work of a transaction lacks a fact that only another service knows. `Uow.run` rolls the transaction back, which returns its
 * connection and locks, calls `learn`, and repeats the work once; a neighbour that answers slowly holds no connection.
 */
export class MissingFact extends AppError {
  /** @param learn asks the owner and stores the answer in a transaction of its own. False: the owner does not know either. */
  constructor(readonly learn: (uow: Uow) => Promise<boolean>) {
    super('unavailable');
  }
}
