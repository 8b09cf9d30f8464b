import { Controller } from '@nestjs/common';
import { notificationRpc } from '@postloom/contracts';
import type { Notification, NotificationPreferences, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { emptyList, Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { signedIn } from '../users/index.ts';
import { noticesOf, PreferencesRepository } from '../preferences/index.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { ChangePreferences } from './change-preferences.ts';
import { NotificationsRepository } from './notifications.repository.ts';

@Controller()
export class NotificationsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly notifications: NotificationsRepository,
    private readonly preferences: PreferencesRepository,
    private readonly change: ChangeNotifications,
    private readonly changePreferences: ChangePreferences,
  ) {}

  /** Without a business there are no notifications. Kinds that the person does not want on the page are left out, not deleted. */
  @Rpc(notificationRpc.notificationList)
  async list(query: PageQuery, context: RpcContext): Promise<List<Notification>> {
    const { businessId } = context;
    if (businessId === null) {
      return emptyList(query);
    }
    const userId = signedIn(context);
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const { kinds } = await this.preferences.of(tx, userId);
        const hidden = noticesOf((kind) => !kinds[kind].page);
        return this.notifications.list(tx, businessId, query, hidden);
      },
      { readOnly: true },
    );
  }

  @Rpc(notificationRpc.notificationPreferencesGet)
  preferencesGet(_input: object, context: RpcContext): Promise<NotificationPreferences> {
    const userId = signedIn(context);
    return this.uow.run(Scope.global(), (tx) => this.preferences.of(tx, userId), { readOnly: true });
  }

  @Rpc(notificationRpc.notificationPreferencesSet)
  preferencesSet(
    input: ParsedInputOf<typeof notificationRpc.notificationPreferencesSet>,
    context: RpcContext,
  ): Promise<NotificationPreferences> {
    return this.changePreferences.execute(signedIn(context), input);
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
