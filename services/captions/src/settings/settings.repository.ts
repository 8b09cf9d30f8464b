import { Injectable } from '@nestjs/common';
import type { AiProvider, AiSettingsChange, UserSettings } from '@postloom/contracts';
import type { z } from 'zod';
import type { Tx } from '@postloom/persistence';

type Preferences = z.infer<typeof UserSettings>;

export interface ProviderChoice {
  /** Null when the business never chose. */
  readonly provider: AiProvider | null;
  /** Whether another provider may write when this one gives no caption. */
  readonly failover: boolean;
}

@Injectable()
export class SettingsRepository {
  async choice(tx: Tx, businessId: string): Promise<ProviderChoice> {
    const [row] = await tx.query<ProviderChoice>('SELECT provider, failover FROM ai_settings WHERE business_id = $1', [
      businessId,
    ]);
    return row ?? { provider: null, failover: false };
  }

  /** What the change does not name stays as it is. */
  async saveChoice(
    tx: Tx,
    businessId: string,
    { provider, failover }: z.infer<typeof AiSettingsChange>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO ai_settings AS s (business_id, provider, failover) VALUES ($1, $2::text, coalesce($3::boolean, false))
       ON CONFLICT (business_id) DO UPDATE SET provider = coalesce($2::text, s.provider),
         failover = coalesce($3::boolean, s.failover), updated_at = now()`,
      [businessId, provider ?? null, failover ?? null],
    );
  }

  async preferences(tx: Tx, userId: string): Promise<Preferences | null> {
    const [row] = await tx.query<Preferences>(
      `SELECT default_caption_style AS "defaultCaptionStyle", auto_generate_captions AS "autoGenerateCaptions",
              include_hashtags AS "includeHashtags"
       FROM preferences WHERE user_id = $1`,
      [userId],
    );
    return row ?? null;
  }

  async savePreferences(tx: Tx, userId: string, preferences: Preferences): Promise<void> {
    await tx.query(
      `INSERT INTO preferences (user_id, default_caption_style, auto_generate_captions, include_hashtags) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET default_caption_style = excluded.default_caption_style,
         auto_generate_captions = excluded.auto_generate_captions, include_hashtags = excluded.include_hashtags, updated_at = now()`,
      [userId, preferences.defaultCaptionStyle, preferences.autoGenerateCaptions, preferences.includeHashtags],
    );
  }
}
