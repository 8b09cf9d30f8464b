import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, analyticsRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { GiveAdvice } from '../advice/index.ts';
import { composeFigures } from './compose-figures.ts';
import { FiguresRepository } from './figures.repository.ts';
import { rangeOf } from './range.ts';

type Query = ParsedInputOf<typeof analyticsRpc.figuresGet>;
type Answer = OutputOf<typeof analyticsRpc.figuresGet>;

/** The figures of GET /api/analytics, of one reading of the database. */
@Injectable()
export class GetFigures {
  constructor(
    private readonly uow: Uow,
    private readonly figures: FiguresRepository,
    private readonly advice: GiveAdvice,
  ) {}

  /** @throws AppError no_business, invalid_date (days in the wrong order), validation_failed (too many days) */
  execute(query: Query, { businessId }: RpcContext): Promise<Answer> {
    if (businessId === null) {
      throw new AppError('no_business');
    }
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const { today, timeZone } = await this.figures.today(tx, businessId);
        const range = rangeOf(query, today);
        const [rows, advice] = await Promise.all([
          this.figures.rows(tx, businessId, range, timeZone),
          this.advice.execute(tx, businessId, { today, timeZone, range: range.now }),
        ]);
        return { figures: composeFigures(range, timeZone, rows), ...advice };
      },
      { readOnly: true },
    );
  }
}
