import { Controller, Redirect, Req } from '@nestjs/common';
import { notificationRpc, pushRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { originOf } from '../accounts/index.ts';
import { Input, principalOf, Route, Who } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';

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

  @Route(routes.notificationPreferences)
  preferences(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.notificationPreferencesGet, {}, caller);
  }

  @Route(routes.saveNotificationPreferences)
  savePreferences(
    @Input() { body }: InputFor<typeof routes.saveNotificationPreferences>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.notificationPreferencesSet, body, caller);
  }

  @Route(routes.pushDevice)
  pushDevice(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(pushRpc.pushDeviceGet, { sessionId: principalOf(request).sessionId }, caller);
  }

  @Route(routes.savePushDevice)
  savePushDevice(
    @Input() { body }: InputFor<typeof routes.savePushDevice>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(pushRpc.pushDeviceSet, { ...body, sessionId: principalOf(request).sessionId }, caller);
  }

  @Route(routes.removePushDevice)
  removePushDevice(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(pushRpc.pushDeviceDelete, { sessionId: principalOf(request).sessionId }, caller);
  }

  /** Mail programs that know no one-click open this address: a GET stops nothing. */
  @Route(routes.unsubscribePage)
  @Redirect()
  unsubscribePage(@Input() { query }: InputFor<typeof routes.unsubscribePage>): { url: string; statusCode: number } {
    return { url: `/unsubscribe?${new URLSearchParams({ token: query.token ?? '' })}`, statusCode: 302 };
  }

  @Route(routes.unsubscribe)
  unsubscribe(
    @Input() { query }: InputFor<typeof routes.unsubscribe>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.unsubscribe, { ...query, origin: originOf(request) }, caller);
  }

  @Route(routes.unsubscription)
  unsubscription(
    @Input() { query }: InputFor<typeof routes.unsubscription>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(notificationRpc.unsubscribeLook, { ...query, origin: originOf(request) }, caller);
  }

  @Route(routes.deleteNotification)
  async delete(@Input() { params }: InputFor<typeof routes.deleteNotification>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(notificationRpc.notificationDelete, params, caller);
  }
}
