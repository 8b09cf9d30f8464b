import { Controller } from '@nestjs/common';
import { recurringRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

/** Recurring schedules and their occurrences. */
@Controller()
export class SchedulesController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.schedules)
  list(@Input() { query }: InputFor<typeof routes.schedules>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(recurringRpc.scheduleList, query, caller);
  }

  @Route(routes.createSchedule)
  create(@Input() { body }: InputFor<typeof routes.createSchedule>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(recurringRpc.scheduleCreate, body, caller);
  }

  @Route(routes.updateSchedule)
  update(
    @Input() { params, body }: InputFor<typeof routes.updateSchedule>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(recurringRpc.scheduleUpdate, { id: params.id, changes: body }, caller);
  }

  @Route(routes.deleteSchedule)
  async delete(@Input() { params }: InputFor<typeof routes.deleteSchedule>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(recurringRpc.scheduleDelete, params, caller);
  }

  @Route(routes.upcomingOccurrences)
  upcoming(
    @Input() { params, query }: InputFor<typeof routes.upcomingOccurrences>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(recurringRpc.scheduleUpcoming, { id: params.id, count: query.count }, caller);
  }

  @Route(routes.pastOccurrences)
  history(@Input() { params }: InputFor<typeof routes.pastOccurrences>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(recurringRpc.scheduleHistory, params, caller);
  }

  @Route(routes.changeOccurrence)
  occurrence(
    @Input() { params, body }: InputFor<typeof routes.changeOccurrence>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(recurringRpc.occurrenceChange, { ...params, changes: body }, caller);
  }
}
