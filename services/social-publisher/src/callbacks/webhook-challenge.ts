import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { definitionOf, isSame, Platforms } from '../platforms/index.ts';

/** Before Meta sends webhooks it verifies the address: a caller that knows our verify token gets its challenge back. */
@Injectable()
export class WebhookChallenge {
  constructor(private readonly platforms: Platforms) {}

  /** @throws {AppError} not_found (not a challenge, or no token is configured), unauthorized */
  execute(platform: Platform, query: Readonly<Record<string, string>>): { answer: string; contentType: string } {
    const expected = this.tokenOf(platform);
    if (expected === '') {
      throw new AppError('not_found');
    }
    const challenge = query['hub.challenge'] ?? '';
    if (query['hub.mode'] !== 'subscribe' || challenge === '' || !isSame(query['hub.verify_token'] ?? '', expected)) {
      throw new AppError('unauthorized');
    }
    return { answer: challenge, contentType: 'text/plain; charset=utf-8' };
  }

  private tokenOf(platform: Platform): string {
    const setting = definitionOf(platform).webhook?.verifyTokenSetting ?? null;
    return setting === null ? '' : String(this.platforms.app(platform)[setting] ?? '');
  }
}
