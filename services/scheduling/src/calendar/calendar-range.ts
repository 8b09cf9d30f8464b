import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import { EncodedJson, Unchanged } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { AskOwners } from '../facts/index.ts';
import { RenderPosts } from '../posts/index.ts';
import { CalendarRepository } from './calendar.repository.ts';
import type { CalendarRow } from './calendar.repository.ts';
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
  async execute({ from, to }: Query, context: RpcContext): Promise<EncodedJson | Unchanged> {
    const { businessId } = tenantOf(context);
    refuseRange(from, to);
    return this.render.complete<EncodedJson | Unchanged>(businessId, async () => {
      const known = context.knownFingerprint ?? '';
      const { fingerprint, timeZone, missing, texts, isCut } = await this.found(businessId, from, to, known, context);
      if (texts === null) return { missing, answer: new Unchanged(fingerprint) };
      const end = isCut ? '],"truncated":true}' : ']}';
      const json = [`{"timeZone":${JSON.stringify(timeZone)},"posts":[`, texts, end];
      return { missing, answer: new EncodedJson(json, fingerprint) };
    });
  }

  private async found(
    businessId: string,
    from: string,
    to: string,
    known: string,
    context: RpcContext,
  ): Promise<CalendarRow> {
    const read = (): Promise<CalendarRow | null> =>
      this.uow.run(Scope.business(businessId), (tx) => this.calendar.range(tx, businessId, from, to, known), {
        readOnly: true,
      });
    const row = await read();
    if (row !== null) return row;
    await this.askOwners.execute(context, businessId, { business: true, accounts: false, photoIds: [] });
    const again = await read();
    if (again === null) throw new AppError('not_found');
    return again;
  }
}
