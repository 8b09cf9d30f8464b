import { Controller } from '@nestjs/common';
import { mediaEvents, schedulingRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { On, Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { PhotoUse } from './photo-use.ts';

@Controller()
export class PhotosRpc {
  constructor(private readonly photoUse: PhotoUse) {}

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
}
