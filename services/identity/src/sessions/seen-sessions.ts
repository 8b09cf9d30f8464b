import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { SessionsRepository } from './sessions.repository.ts';

const EVERY_MS = 5_000;
const BATCH = 1_000;

/**
 * Collects which sessions were used and writes it in batches, outside the requests. What a crash loses is recorded by the session's next
 * request.
 */
@Injectable()
export class SeenSessions implements OnModuleInit {
  private readonly ids = new Set<string>();

  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly sessions: SessionsRepository,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'sessions-seen', everyMs: EVERY_MS, run: () => this.write() });
  }

  note(sessionId: string): void {
    this.ids.add(sessionId);
  }

  /** Writes one batch; true when there may be more. */
  async write(): Promise<boolean> {
    const batch = [...this.ids].slice(0, BATCH);
    if (batch.length === 0) {
      return false;
    }
    for (const id of batch) {
      this.ids.delete(id);
    }
    await this.uow.run(Scope.global(), (tx) => this.sessions.touch(tx, batch));
    return this.ids.size > 0;
  }
}
