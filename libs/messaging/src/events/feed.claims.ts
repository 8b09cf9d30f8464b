import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope } from '@postloom/persistence';
import type { Tx, Uow } from '@postloom/persistence';
import { decodeJson } from '../rpc/wire.ts';
import { encodeEnvelope } from './event-wire.ts';
import { FEED_PAGE } from './feed.contracts.ts';
import type { feedContract, fetchContract } from './feed.contracts.ts';
import type { OutboxClaims } from './outbox.claims.ts';

/** Stays well below the 1 MB a NATS message may have. */
const MAX_ANSWER_BYTES = 600_000;

/** The producer's side of the feed: reads its outbox across businesses. */
export class FeedAnswers {
  constructor(
    private readonly uow: Uow,
    private readonly outbox: OutboxClaims,
  ) {}

  page(input: ParsedInputOf<ReturnType<typeof feedContract>>): Promise<OutputOf<ReturnType<typeof feedContract>>> {
    return this.read(async (tx) => {
      const now = await this.outbox.now(tx);
      const rows = await this.outbox.idsSince(tx, input.subjects, input.after, FEED_PAGE);
      return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })), now };
    });
  }

  fetch(input: ParsedInputOf<ReturnType<typeof fetchContract>>): Promise<OutputOf<ReturnType<typeof fetchContract>>> {
    return this.read(async (tx) => {
      const found = await this.outbox.byIds(tx, input.ids, input.since);
      const answer: OutputOf<ReturnType<typeof fetchContract>> = { events: [], left: [] };
      let size = 0;
      for (const event of found) {
        const bytes = encodeEnvelope(event);
        size += bytes.length;
        if (size > MAX_ANSWER_BYTES && answer.events.length > 0) {
          answer.left.push(event.id);
        } else {
          const envelope = decodeJson(bytes) as (typeof answer.events)[number]['envelope'];
          answer.events.push({ traceparent: event.traceparent, envelope });
        }
      }
      return answer;
    });
  }

  private read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.global(), work, { readOnly: true });
  }
}
