import { Controller } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import { ListSessions } from './list-sessions.ts';
import { ResolveSession } from './resolve-session.ts';
import { RevokeSession } from './revoke-session.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

@Controller()
export class SessionsRpc {
  constructor(
    private readonly resolveSession: ResolveSession,
    private readonly listSessions: ListSessions,
    private readonly revokeSession: RevokeSession,
    private readonly signOutEverywhere: SignOutEverywhere,
  ) {}

  @Rpc(identityRpc.sessionResolve)
  resolve(
    input: ParsedInputOf<typeof identityRpc.sessionResolve>,
  ): Promise<OutputOf<typeof identityRpc.sessionResolve>> {
    return this.resolveSession.execute(input);
  }

  @Rpc(identityRpc.sessionList)
  list(
    { currentSessionId, ...query }: ParsedInputOf<typeof identityRpc.sessionList>,
    context: RpcContext,
  ): Promise<OutputOf<typeof identityRpc.sessionList>> {
    return this.listSessions.execute(signedIn(context), currentSessionId, query);
  }

  @Rpc(identityRpc.sessionRevoke)
  revoke(input: ParsedInputOf<typeof identityRpc.sessionRevoke>, context: RpcContext): Promise<{ success: true }> {
    return this.revokeSession.execute(signedIn(context), input.id);
  }

  @Rpc(identityRpc.sessionRevokeAll)
  revokeAll(_input: object, context: RpcContext): Promise<{ success: true }> {
    return this.signOutEverywhere.execute(signedIn(context), null);
  }

  @Rpc(identityRpc.sessionRevokeOthers)
  revokeOthers(
    input: ParsedInputOf<typeof identityRpc.sessionRevokeOthers>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.signOutEverywhere.execute(signedIn(context), input.currentSessionId);
  }
}
