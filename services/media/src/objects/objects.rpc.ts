import { Controller } from '@nestjs/common';
import { mediaRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { businessOf } from '../access.ts';
import { FindSource } from './find-source.ts';
import { OpenObject } from './open-object.ts';

@Controller()
export class ObjectsRpc {
  constructor(
    private readonly openObject: OpenObject,
    private readonly findSource: FindSource,
  ) {}

  @Rpc(mediaRpc.objectOpen)
  open(
    { key }: ParsedInputOf<typeof mediaRpc.objectOpen>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.objectOpen>> {
    return this.openObject.execute(key, businessOf(context));
  }

  @Rpc(mediaRpc.photoSource)
  source(
    input: ParsedInputOf<typeof mediaRpc.photoSource>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoSource>> {
    return this.findSource.execute(input, context);
  }
}
