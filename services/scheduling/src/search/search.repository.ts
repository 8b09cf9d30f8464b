import { Injectable } from '@nestjs/common';
import type { PostStatus } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { bestMatches } from '../words/index.ts';
import type { PostSearch } from '../words/index.ts';

/** Characters of a caption in an answer: more than one line shows. */
const LABEL = 200;
/** Names that are compared at the time of a search; of more schedules, the newest. */
const MOST_SCHEDULES = 1_000;

export interface FoundPost {
  readonly id: string;
  readonly label: string;
  readonly status: PostStatus;
  readonly dueAt: Date | null;
  readonly score: number;
}

@Injectable()
export class SearchRepository {
  /** Best first, of equal ones the newest. */
  async posts(tx: Tx, businessId: string, search: PostSearch, limit: number): Promise<FoundPost[]> {
    const parameters: unknown[] = [businessId];
    const matches = bestMatches(search, limit, (value) => `$${parameters.push(value)}`);
    if (matches === null) {
      return [];
    }
    return tx.query(
      `SELECT p.id, left(p.caption, ${LABEL}) AS label, p.status, p.due_at AS "dueAt", m.score
       FROM (${matches}) m JOIN posts p ON p.id = m.id AND p.business_id = $1
       ORDER BY m.score DESC, m.created_at DESC, m.id DESC`,
      parameters,
    );
  }

  async schedules(tx: Tx, businessId: string): Promise<{ id: string; name: string; isActive: boolean }[]> {
    return tx.query(
      `SELECT id, name, is_active AS "isActive" FROM recurring_schedules
       WHERE business_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${MOST_SCHEDULES}`,
      [businessId],
    );
  }
}
