import { Global, Module } from '@nestjs/common';
import { Tickets } from './tickets.ts';

@Global()
@Module({ providers: [Tickets], exports: [Tickets] })
export class TicketsModule {}

export type { Ticket } from './ticket.ts';
export { Tickets };
