import { Controller } from '@nestjs/common';
import { notificationRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

@Controller()
export class NotificationsController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.notifications)
  list(@Input() { query }: InputFor<typeof routes.notifications>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(notificationRpc.notificationList, query, caller);
  }

  @Route(routes.setNotification)
  set(@Input() { params, body }: InputFor<typeof routes.setNotification>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.notificationSet, { id: params.id, read: body.read }, caller);
  }

  @Route(routes.readAllNotifications)
  readAll(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.notificationReadAll, {}, caller);
  }

  @Route(routes.deleteNotification)
  async delete(@Input() { params }: InputFor<typeof routes.deleteNotification>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(notificationRpc.notificationDelete, params, caller);
  }
}
