import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Notification } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { NotificationsRepository } from './notifications.repository.ts';
import { emitChanged } from './emit-changed.ts';

/** A person's actions on notifications; every open page of the business is notified. */
@Injectable()
export class ChangeNotifications {
  constructor(
    private readonly uow: Uow,
    private readonly notifications: NotificationsRepository,
  ) {}

  /** @throws AppError `not_found`, `no_business`, `forbidden` */
  set(id: string, read: boolean, context: RpcContext): Promise<Notification> {
    const businessId = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const found = await this.notifications.set(tx, businessId, id, read);
      if (found === null) {
        throw new AppError('not_found');
      }
      const { version, ...notification } = found;
      await emitChanged(tx, businessId, { id, version });
      return notification;
    });
  }

  /** @throws AppError `no_business`, `forbidden` */
  async readAll(context: RpcContext): Promise<{ success: true }> {
    const businessId = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      if ((await this.notifications.readAll(tx, businessId)) > 0) {
        await emitChanged(tx, businessId);
      }
    });
    return { success: true };
  }

  /** @throws AppError `not_found`, `no_business`, `forbidden` */
  async delete(id: string, context: RpcContext): Promise<{ success: true }> {
    const businessId = writerOf(context);
    await this.uow.run(Scope.business(businessId), async (tx) => {
      if (!(await this.notifications.delete(tx, businessId, id))) {
        throw new AppError('not_found');
      }
      await emitChanged(tx, businessId, { id, version: 1 });
    });
    return { success: true };
  }
}

/** The read mark is shared by all members, so viewers, who may change nothing, cannot set it. */
function writerOf({ businessId, role }: RpcContext): string {
  if (businessId === null) {
    throw new AppError('no_business');
  }
  if (role === 'viewer') {
    throw new AppError('forbidden');
  }
  return businessId;
}
