import { Controller } from '@nestjs/common';
import { mediaEvents, schedulingRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { On, Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { PhotoUse } from './photo-use.ts';
import { PutPhotoBack } from './put-photo-back.ts';

@Controller()
export class PhotosRpc {
  constructor(
    private readonly photoUse: PhotoUse,
    private readonly putBack: PutPhotoBack,
  ) {}

  @Rpc(schedulingRpc.photoUse)
  use(
    input: ParsedInputOf<typeof schedulingRpc.photoUse>,
    context: RpcContext,
  ): Promise<OutputOf<typeof schedulingRpc.photoUse>> {
    return this.photoUse.execute(input, context);
  }

  @On(mediaEvents.photoDeleted)
  async deleted(event: EventEnvelope<DataOf<typeof mediaEvents.photoDeleted>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    await this.photoUse.forget(tx, event.businessId, event.data.photoId, event.version);
  }

  /** Media tells of a photo that is back as it tells of a new one. A handler of its own: pods of an earlier release have none for it. */
  @On(mediaEvents.photoUploaded, { handler: 'put-back' })
  async uploaded(event: EventEnvelope<DataOf<typeof mediaEvents.photoUploaded>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    const { photoId: id, width, height } = event.data;
    await this.putBack.execute(tx, event.businessId, { id, width, height }, event.version);
  }
}
