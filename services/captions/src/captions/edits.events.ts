import { Controller } from '@nestjs/common';
import { captionsEvents, schedulingEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { EditsRepository } from './edits.repository.ts';
import { FindOrigin } from './find-origin.ts';

/**
 * A text goes out. Where a person changed a caption, both are kept together, and the next captions are written like it; the style of the
 * caption goes along with the post.
 */
@Controller()
export class EditsEvents {
  constructor(
    private readonly edits: EditsRepository,
    private readonly findOrigin: FindOrigin,
  ) {}

  @On(schedulingEvents.targetDue)
  async posted({ businessId, data }: EventEnvelope<DataOf<typeof schedulingEvents.targetDue>>, tx: Tx): Promise<void> {
    if (businessId === null) {
      return; // a post without a business belongs to nobody
    }
    const origin = await this.findOrigin.execute(tx, businessId, data.caption, data.platform);
    if (origin?.isChanged) {
      await this.edits.keep(tx, businessId, origin);
    }
    const style = origin?.style ?? null;
    if (style !== null || data.round > 1) {
      await tx.emit(captionsEvents.captionPosted, {
        ...{ businessId, entityId: data.targetId, version: data.round },
        data: { targetId: data.targetId, style },
      });
    }
  }
}
