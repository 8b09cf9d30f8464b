import { Controller } from '@nestjs/common';
import { notificationRpc } from '@postloom/contracts';
import type { Notification, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { emptyList, Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { ChangeNotifications } from './change-notifications.ts';
import { NotificationsRepository } from './notifications.repository.ts';

@Controller()
export class NotificationsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly notifications: NotificationsRepository,
    private readonly change: ChangeNotifications,
  ) {}

  /** Without a business there are no notifications. */
  @Rpc(notificationRpc.notificationList)
  list(query: PageQuery, { businessId }: RpcContext): Promise<List<Notification>> {
    return businessId === null
      ? Promise.resolve(emptyList(query))
      : this.uow.run(Scope.business(businessId), (tx) => this.notifications.list(tx, businessId, query), {
          readOnly: true,
        });
  }

  @Rpc(notificationRpc.notificationSet)
  set({ id, read }: ParsedInputOf<typeof notificationRpc.notificationSet>, context: RpcContext): Promise<Notification> {
    return this.change.set(id, read, context);
  }

  @Rpc(notificationRpc.notificationReadAll)
  readAll(_input: object, context: RpcContext): Promise<{ success: true }> {
    return this.change.readAll(context);
  }

  @Rpc(notificationRpc.notificationDelete)
  delete(
    { id }: ParsedInputOf<typeof notificationRpc.notificationDelete>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.change.delete(id, context);
  }
}
