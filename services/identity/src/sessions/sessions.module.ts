import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ConfirmedSessions } from './confirmed-sessions.ts';
import { EndSession } from './end-session.ts';
import { ListSessions } from './list-sessions.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSession } from './resolve-session.ts';
import { RevokeAllSessions } from './revoke-all-sessions.ts';
import { RevokeSession } from './revoke-session.ts';
import { SeenSessions } from './seen-sessions.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SessionsRpc } from './sessions.rpc.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

@Module({
  imports: [AuditModule],
  controllers: [SessionsRpc],
  providers: [
    SessionsRepository,
    SeenSessions,
    OpenSession,
    ResolveSession,
    EndSession,
    ListSessions,
    RevokeSession,
    RevokeAllSessions,
    SignOutEverywhere,
    ConfirmedSessions,
  ],
  exports: [EndSession, OpenSession, RevokeAllSessions, ConfirmedSessions],
})
export class SessionsModule {}
