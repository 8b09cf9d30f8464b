import { Injectable } from '@nestjs/common';
import type { SessionInfo } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { z } from 'zod';
import { SessionsRepository } from './sessions.repository.ts';

/** The person's open sessions, last used first. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly uow: Uow,
    private readonly sessions: SessionsRepository,
  ) {}

  async execute(userId: string, currentSessionId: string): Promise<z.output<typeof SessionInfo>[]> {
    const rows = await this.uow.run(Scope.global(), (tx) => this.sessions.listOpen(tx, userId), { readOnly: true });
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.id === currentSessionId,
    }));
  }
}
