import { Controller } from '@nestjs/common';
import { publisherRpc } from '@postloom/contracts';
import type { OauthFinish, OauthStart, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { writableBusinessOf } from '../access.ts';
import { FinishOauth } from './finish-oauth.ts';
import { PickAccount } from './pick-account.ts';
import { StartOauth } from './start-oauth.ts';

@Controller()
export class OauthRpc {
  constructor(
    private readonly startOauth: StartOauth,
    private readonly finishOauth: FinishOauth,
    private readonly pickAccount: PickAccount,
  ) {}

  @Rpc(publisherRpc.oauthStart)
  start(input: ParsedInputOf<typeof publisherRpc.oauthStart>, context: RpcContext): Promise<OauthStart> {
    const { platform, sessionId, server } = input;
    return this.startOauth.execute({ ...writableBusinessOf(context), sessionId }, platform, server);
  }

  @Rpc(publisherRpc.oauthFinish)
  finish(input: ParsedInputOf<typeof publisherRpc.oauthFinish>, context: RpcContext): Promise<OauthFinish> {
    return this.finishOauth.execute(
      { ...writableBusinessOf(context), sessionId: input.sessionId },
      input.platform,
      input.query,
    );
  }

  @Rpc(publisherRpc.oauthPick)
  pick(input: ParsedInputOf<typeof publisherRpc.oauthPick>, context: RpcContext): Promise<OauthFinish> {
    const owner = { ...writableBusinessOf(context), sessionId: input.sessionId };
    return this.pickAccount.execute(owner, input.platform, input.pickToken, input.remoteIds);
  }
}
