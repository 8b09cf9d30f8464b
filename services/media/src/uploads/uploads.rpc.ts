import { Controller } from '@nestjs/common';
import { mediaRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { StartUpload } from './start-upload.ts';

@Controller()
export class UploadsRpc {
  constructor(private readonly startUpload: StartUpload) {}

  @Rpc(mediaRpc.uploadStart)
  start(
    input: ParsedInputOf<typeof mediaRpc.uploadStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.uploadStart>> {
    return this.startUpload.execute(input, context);
  }
}
