import { Controller } from '@nestjs/common';
import { recurringRpc } from '@postloom/contracts';
import type { Occurrence, ParsedInputOf, RecurringSchedule } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { List, PageQuery } from '@postloom/persistence';
import { ChangeOccurrence } from './change-occurrence.ts';
import { ChangeSchedule } from './change-schedule.ts';
import { CreateSchedule } from './create-schedule.ts';
import { ReadSchedules } from './read-schedules.ts';

/** The calls of recurring schedules. */
@Controller()
export class RecurrenceRpc {
  constructor(
    private readonly createSchedule: CreateSchedule,
    private readonly changeSchedule: ChangeSchedule,
    private readonly changeOccurrence: ChangeOccurrence,
    private readonly readSchedules: ReadSchedules,
  ) {}

  @Rpc(recurringRpc.scheduleList)
  list(query: PageQuery, context: RpcContext): Promise<List<RecurringSchedule>> {
    return this.readSchedules.list(query, context);
  }

  @Rpc(recurringRpc.scheduleCreate)
  create(input: ParsedInputOf<typeof recurringRpc.scheduleCreate>, context: RpcContext): Promise<RecurringSchedule> {
    return this.createSchedule.execute(input, context);
  }

  @Rpc(recurringRpc.scheduleUpdate)
  update(input: ParsedInputOf<typeof recurringRpc.scheduleUpdate>, context: RpcContext): Promise<RecurringSchedule> {
    return this.changeSchedule.execute(input, context);
  }

  @Rpc(recurringRpc.scheduleDelete)
  delete({ id }: ParsedInputOf<typeof recurringRpc.scheduleDelete>, context: RpcContext): Promise<{ success: true }> {
    return this.changeSchedule.delete(id, context);
  }

  @Rpc(recurringRpc.scheduleUpcoming)
  upcoming(
    { id, count }: ParsedInputOf<typeof recurringRpc.scheduleUpcoming>,
    context: RpcContext,
  ): Promise<Occurrence[]> {
    return this.readSchedules.upcoming(id, count, context);
  }

  @Rpc(recurringRpc.scheduleHistory)
  history({ id }: ParsedInputOf<typeof recurringRpc.scheduleHistory>, context: RpcContext): Promise<Occurrence[]> {
    return this.readSchedules.history(id, context);
  }

  @Rpc(recurringRpc.occurrenceChange)
  occurrence(input: ParsedInputOf<typeof recurringRpc.occurrenceChange>, context: RpcContext): Promise<Occurrence> {
    return this.changeOccurrence.execute(input, context);
  }
}
