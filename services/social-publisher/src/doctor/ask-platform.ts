import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { offeredNow, PlatformError } from '../platforms/index.ts';
import type { ExaminedAccount, SocialPlatform, TokenSet } from '../platforms/index.ts';
import type { Examination } from './connection-checks.ts';

/** Milliseconds for all calls together: the person waits. */
const PATIENCE_MS = 8_000;

/**
 * Asks a platform whether a connection works, with reads only: nothing is refreshed (that is the lane's job), nothing is parked, nothing is
 * sent.
 */
@Injectable()
export class AskPlatform {
  constructor(private readonly clock: Clock) {}

  async execute(adapter: SocialPlatform, subject: ExaminedAccount, tokens: TokenSet): Promise<Examination> {
    const isRenewable = tokens.refreshToken !== null;
    if (isRenewable && tokens.expiresAt !== null && Date.parse(tokens.expiresAt) <= this.clock.now().getTime()) {
      return { kind: 'not_asked', why: 'The access is renewed before the next post, so there was nothing to try.' };
    }
    const patience = new AbortController();
    try {
      return await Promise.race([
        this.ask(adapter, subject, tokens),
        this.clock.delay(PATIENCE_MS, patience.signal).then((): Examination => ({ kind: 'silent', problem: null })),
      ]);
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      return { kind: 'silent', problem: error.problem };
    } finally {
      patience.abort();
    }
  }

  private async ask(adapter: SocialPlatform, subject: ExaminedAccount, tokens: TokenSet): Promise<Examination> {
    const answer = await (adapter.examine?.(subject, tokens) ?? offeredNow(adapter, subject, tokens));
    return { kind: 'answered', ...answer };
  }
}
