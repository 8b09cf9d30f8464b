import { Controller, Req, UseGuards } from '@nestjs/common';
import { accountChangeRpc, routes, secondStepRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { originOf, OwnAccountsGuard } from '../accounts/index.ts';
import { Input, principalOf, Route, Who } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';

/** What guards an own account. With a provider none of it is there. */
@Controller()
@UseGuards(OwnAccountsGuard)
export class SecurityController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.confirmIdentity)
  confirmIdentity(
    @Input() { body }: InputFor<typeof routes.confirmIdentity>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(accountChangeRpc.identityConfirm, { ...body, ...sessionOf(request) }, caller);
  }

  @Route(routes.changePassword)
  changePassword(
    @Input() { body }: InputFor<typeof routes.changePassword>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(accountChangeRpc.passwordChange, { ...body, ...sessionOf(request) }, caller);
  }

  @Route(routes.changeEmail)
  changeEmail(
    @Input() { body }: InputFor<typeof routes.changeEmail>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(accountChangeRpc.emailAskChange, { ...body, ...sessionOf(request) }, caller);
  }

  @Route(routes.confirmEmailChange)
  confirmEmailChange(
    @Input() { body }: InputFor<typeof routes.confirmEmailChange>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(accountChangeRpc.emailChange, body, caller);
  }

  @Route(routes.secureAccount)
  secureAccount(@Input() { body }: InputFor<typeof routes.secureAccount>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(accountChangeRpc.accountSecure, body, caller);
  }

  @Route(routes.security)
  security(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.securityGet, {}, caller);
  }

  @Route(routes.startTotp)
  startTotp(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.totpStart, { sessionId: principalOf(request).sessionId }, caller);
  }

  @Route(routes.confirmTotp)
  confirmTotp(
    @Input() { body }: InputFor<typeof routes.confirmTotp>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.totpConfirm, { ...body, ...sessionOf(request) }, caller);
  }

  @Route(routes.endTotp)
  endTotp(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.totpEnd, sessionOf(request), caller);
  }

  @Route(routes.renewRecoveryCodes)
  renewRecoveryCodes(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.recoveryCodesRenew, sessionOf(request), caller);
  }

  @Route(routes.startPasskey)
  startPasskey(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.passkeyAddStart, { sessionId: principalOf(request).sessionId }, caller);
  }

  @Route(routes.addPasskey)
  addPasskey(
    @Input() { body }: InputFor<typeof routes.addPasskey>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.passkeyAdd, { ...body, ...sessionOf(request) }, caller);
  }

  @Route(routes.renamePasskey)
  renamePasskey(
    @Input() { params, body }: InputFor<typeof routes.renamePasskey>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.passkeyRename, { ...params, ...body }, caller);
  }

  @Route(routes.removePasskey)
  removePasskey(
    @Input() { params }: InputFor<typeof routes.removePasskey>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.passkeyRemove, { ...params, ...sessionOf(request) }, caller);
  }
}

function sessionOf(request: GatewayRequest): { sessionId: string; origin: ReturnType<typeof originOf> } {
  return { sessionId: principalOf(request).sessionId, origin: originOf(request) };
}
