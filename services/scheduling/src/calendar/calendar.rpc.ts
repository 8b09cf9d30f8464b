import { Controller } from '@nestjs/common';
import { schedulingRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { EncodedJson, RpcContext, Unchanged } from '@postloom/messaging';
import { CalendarRange } from './calendar-range.ts';

@Controller()
export class CalendarRpc {
  constructor(private readonly calendarRange: CalendarRange) {}

  @Rpc(schedulingRpc.calendarRange)
  range(
    query: ParsedInputOf<typeof schedulingRpc.calendarRange>,
    context: RpcContext,
  ): Promise<EncodedJson | Unchanged> {
    return this.calendarRange.execute(query, context);
  }
}
