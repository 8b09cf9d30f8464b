import { Controller } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { signedIn } from '../users/index.ts';
import { EndSession } from './end-session.ts';
import { ListSessions } from './list-sessions.ts';
import { ResolveSession } from './resolve-session.ts';
import { RevokeAllSessions } from './revoke-all-sessions.ts';
import { RevokeSession } from './revoke-session.ts';
import { StartSession } from './start-session.ts';

@Controller()
export class SessionsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly startSession: StartSession,
    private readonly resolveSession: ResolveSession,
    private readonly endSession: EndSession,
    private readonly listSessions: ListSessions,
    private readonly revokeSession: RevokeSession,
    private readonly revokeAllSessions: RevokeAllSessions,
  ) {}

  @Rpc(identityRpc.sessionStart)
  start(
    input: ParsedInputOf<typeof identityRpc.sessionStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof identityRpc.sessionStart>> {
    return this.startSession.execute(input, context.signal);
  }

  @Rpc(identityRpc.sessionResolve)
  resolve(
    input: ParsedInputOf<typeof identityRpc.sessionResolve>,
  ): Promise<OutputOf<typeof identityRpc.sessionResolve>> {
    return this.resolveSession.execute(input);
  }

  @Rpc(identityRpc.sessionEnd)
  async end(input: ParsedInputOf<typeof identityRpc.sessionEnd>): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), (tx) => this.endSession.execute(tx, input.sessionToken));
    return { success: true };
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
  async revokeAll(_input: object, context: RpcContext): Promise<{ success: true }> {
    const userId = signedIn(context);
    await this.uow.run(Scope.global(), (tx) => this.revokeAllSessions.execute(tx, userId));
    return { success: true };
  }
}
