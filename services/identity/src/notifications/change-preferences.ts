import { Injectable } from '@nestjs/common';
import type { NotificationPreferences, NotificationPreferencesInput } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { z } from 'zod';
import { config } from '../config.ts';
import { PreferencesRepository } from '../preferences/index.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';

/** A person chooses what they are told, where and when. What is not named stays as it is. */
@Injectable()
export class ChangePreferences {
  constructor(
    private readonly uow: Uow,
    private readonly preferences: PreferencesRepository,
    private readonly mails: NoticeMailsClaims,
  ) {}

  async execute(
    userId: string,
    { kinds, quietHours }: z.output<typeof NotificationPreferencesInput>,
  ): Promise<NotificationPreferences> {
    const saved = await this.uow.run(Scope.global(), async (tx) => {
      if (kinds !== undefined) {
        await this.preferences.setKinds(tx, userId, kinds);
      }
      if (quietHours !== undefined) {
        await this.preferences.setQuietHours(tx, userId, quietHours);
      }
      return this.preferences.of(tx, userId);
    });
    if (quietHours !== undefined) {
      // Mails that wait for the end of the former quiet hours.
      await this.mails.reconsiderOf(userId, config.noticeMailEverySeconds);
    }
    return saved;
  }
}
