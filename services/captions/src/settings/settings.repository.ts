import { Injectable } from '@nestjs/common';
import type { AiProvider, UserSettings } from '@postloom/contracts';
import type { z } from 'zod';
import type { Tx } from '@postloom/persistence';

type Preferences = z.infer<typeof UserSettings>;

@Injectable()
export class SettingsRepository {
  /** The provider a business chose; null when it never did. */
  async provider(tx: Tx, businessId: string): Promise<AiProvider | null> {
    const [row] = await tx.query<{ provider: AiProvider }>('SELECT provider FROM ai_settings WHERE business_id = $1', [
      businessId,
    ]);
    return row?.provider ?? null;
  }

  async saveProvider(tx: Tx, businessId: string, provider: AiProvider): Promise<void> {
    await tx.query(
      `INSERT INTO ai_settings (business_id, provider) VALUES ($1, $2)
       ON CONFLICT (business_id) DO UPDATE SET provider = excluded.provider, updated_at = now()`,
      [businessId, provider],
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
