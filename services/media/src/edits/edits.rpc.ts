import { Controller } from '@nestjs/common';
import { albumRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { EditPhoto } from './edit-photo.ts';

@Controller()
export class EditsRpc {
  constructor(private readonly editPhoto: EditPhoto) {}

  @Rpc(albumRpc.photoEdit)
  edit(
    input: ParsedInputOf<typeof albumRpc.photoEdit>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.photoEdit>> {
    return this.editPhoto.execute(input, context);
  }
}
