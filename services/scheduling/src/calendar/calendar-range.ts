import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import type { EncodedJson, RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { AskOwners } from '../facts/index.ts';
import { RenderPosts } from '../posts/index.ts';
import { CalendarRepository } from './calendar.repository.ts';
import { refuseRange } from './range-rules.ts';

type Query = ParsedInputOf<typeof schedulingRpc.calendarRange>;

/** GET /api/calendar: the posts of a range of days, in the business's zone, soonest first. */
@Injectable()
export class CalendarRange {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(CalendarRepository) private readonly calendar: CalendarRepository,
    @Inject(AskOwners) private readonly askOwners: AskOwners,
    @Inject(RenderPosts) private readonly render: RenderPosts,
  ) {}

  /** @throws AppError invalid_date (days in the wrong order), validation_failed (more than 62 days), not_found, no_business */
  async execute({ from, to }: Query, context: RpcContext): Promise<EncodedJson> {
    const { businessId } = tenantOf(context);
    refuseRange(from, to);
    const read = () =>
      this.uow.run(Scope.business(businessId), (tx) => this.calendar.range(tx, businessId, from, to), {
        readOnly: true,
      });
    return this.render.complete(businessId, async () => {
      let found = await read();
      if (found === null) {
        await this.askOwners.execute(context, businessId, { business: true, accounts: false, photoIds: [] });
        found = await read();
      }
      if (found === null) throw new AppError('not_found');
      const cut = found.isCut ? ',"truncated":true' : '';
      return {
        missing: found.missing,
        answer: `{"timeZone":${JSON.stringify(found.timeZone)},"posts":[${found.texts}]${cut}}`,
      };
    });
  }
}
