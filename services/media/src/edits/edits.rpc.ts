import { Controller } from '@nestjs/common';
import { albumRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ChangeLook } from './change-look.ts';
import { EditPhoto } from './edit-photo.ts';

@Controller()
export class EditsRpc {
  constructor(
    private readonly editPhoto: EditPhoto,
    private readonly changeLook: ChangeLook,
  ) {}

  @Rpc(albumRpc.photoEdit)
  edit(
    input: ParsedInputOf<typeof albumRpc.photoEdit>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.photoEdit>> {
    return this.editPhoto.execute(input, context);
  }

  @Rpc(albumRpc.photoLook)
  look(
    input: ParsedInputOf<typeof albumRpc.photoLook>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.photoLook>> {
    return this.changeLook.execute(input, context);
  }
}
