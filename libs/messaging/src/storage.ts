import type { Uow } from '@postloom/persistence';
import type { ParkedEvents } from './events/parked-events.ts';

/** What a service has of a database; nothing of it in the gateway, which owns no data. */
export class Storage {
  constructor(
    readonly uow: Uow | undefined,
    readonly parked: ParkedEvents | undefined,
  ) {}
}
