import { Controller, Req, Res } from '@nestjs/common';
import { AppError, callbackRpc, deletionRpc, routes } from '@postloom/contracts';
import type { AnswerOf, DeletionStatus } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, SessionCookie, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { originOf } from './origin.ts';

/** Deleting everything about a person. Open to everybody: identity decides by the address, the session and the mailed link. */
@Controller()
export class DeletionController {
  constructor(
    private readonly rpc: Rpc,
    private readonly cookie: SessionCookie,
  ) {}

  @Route(routes.requestDeletion)
  async request(
    @Input() { body: { email } }: InputFor<typeof routes.requestDeletion>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.requestDeletion>> {
    const asked = { email, origin: originOf(request), sessionToken: this.cookie.read(request) };
    const answer = await this.rpc.call(deletionRpc.deletionRequest, asked, caller);
    if (answer.state === 'verified') {
      this.cookie.clear(reply);
    }
    return answer;
  }

  @Route(routes.confirmDeletion)
  confirm(@Input() { body }: InputFor<typeof routes.confirmDeletion>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(deletionRpc.deletionConfirm, body, caller);
  }

  @Route(routes.deletionStatus)
  async status(
    @Input() { query }: InputFor<typeof routes.deletionStatus>,
    @Who() caller: Caller,
  ): Promise<DeletionStatus> {
    try {
      return await this.rpc.call(deletionRpc.deletionStatus, query, caller);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) {
        throw error;
      }
      // Not one of identity's codes: publisher gave it when a platform asked.
      return this.rpc.call(callbackRpc.deletionStatus, query, caller);
    }
  }
}
