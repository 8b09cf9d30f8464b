import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/index.ts';
import { EndSession } from './end-session.ts';
import { ListSessions } from './list-sessions.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSession } from './resolve-session.ts';
import { RevokeAllSessions } from './revoke-all-sessions.ts';
import { RevokeSession } from './revoke-session.ts';
import { SeenSessions } from './seen-sessions.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SessionsRpc } from './sessions.rpc.ts';
import { StartSession } from './start-session.ts';

@Module({
  imports: [CredentialsModule],
  controllers: [SessionsRpc],
  providers: [
    SessionsRepository,
    SeenSessions,
    OpenSession,
    StartSession,
    ResolveSession,
    EndSession,
    ListSessions,
    RevokeSession,
    RevokeAllSessions,
  ],
  exports: [OpenSession, RevokeAllSessions],
})
export class SessionsModule {}
