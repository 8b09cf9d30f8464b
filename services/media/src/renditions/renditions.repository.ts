import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { RenditionOutput } from '../pictures/index.ts';

export interface RenditionState {
  readonly state: 'pending' | 'ready' | 'failed';
  readonly outputs: RenditionOutput[] | null;
  readonly altText: string | null;
  /** Names the pictures of what the photo shows. */
  readonly lookId: string | null;
}

@Injectable()
export class RenditionsRepository {
  async of(tx: Tx, businessId: string, photoId: string): Promise<RenditionState | null> {
    const [row] = await tx.query<RenditionState>(
      `SELECT r.state, r.outputs, p.alt_text AS "altText", p.look_id AS "lookId" FROM renditions r JOIN photos p ON p.id = r.id
       WHERE r.business_id = $1 AND r.id = $2`,
      [businessId, photoId],
    );
    return row ?? null;
  }
}
