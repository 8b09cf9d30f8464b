import { Injectable } from '@nestjs/common';
import type { SessionInfo } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import type { z } from 'zod';
import { SessionsRepository } from './sessions.repository.ts';
import type { SessionRow } from './sessions.repository.ts';

/** The person's open sessions, last used first. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly uow: Uow,
    private readonly sessions: SessionsRepository,
  ) {}

  execute(userId: string, currentSessionId: string, query: PageQuery): Promise<List<z.output<typeof SessionInfo>>> {
    const show = (row: SessionRow): z.output<typeof SessionInfo> => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.id === currentSessionId,
    });
    return this.uow.run(Scope.global(), (tx) => this.sessions.listOpen(tx, userId, query, show), { readOnly: true });
  }
}
