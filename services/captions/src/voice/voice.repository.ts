import { Injectable } from '@nestjs/common';
import { CaptionVoice } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class VoiceRepository {
  /** The defaults when a business saved none; also those of fields that came after it saved. */
  async get(tx: Tx, businessId: string): Promise<CaptionVoice> {
    const [row] = await tx.query<{ voice: unknown }>('SELECT voice FROM voices WHERE business_id = $1', [businessId]);
    return CaptionVoice.parse(row?.voice ?? {});
  }

  async save(tx: Tx, businessId: string, voice: CaptionVoice): Promise<void> {
    await tx.query(
      `INSERT INTO voices (business_id, voice) VALUES ($1, $2)
       ON CONFLICT (business_id) DO UPDATE SET voice = excluded.voice, updated_at = now()`,
      [businessId, voice],
    );
  }
}
