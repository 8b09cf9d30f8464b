import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { NotificationKind } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import type { StoppableChannel } from './preferences.repository.ts';
import { UnsubscribeLinksRepository } from './unsubscribe-links.repository.ts';

/**
 * The links at the end of mails that a person may stop. Who holds one may do no more than that. Stored as hashes; they work as often and
 * as long as somebody may still find the mail.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly random: Random,
    private readonly repository: UnsubscribeLinksRepository,
  ) {}

  /** The secret of a new link. */
  async issue(tx: Tx, userId: string, channel: StoppableChannel, kinds: readonly NotificationKind[]): Promise<string> {
    const token = this.random.token(TOKEN_BYTES);
    await this.repository.insert(tx, { hash: tokenHash(token), userId, channel, kinds });
    return token;
  }
}
