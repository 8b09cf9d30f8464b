import { Inject, Injectable } from '@nestjs/common';
import { AppError, mediaRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { ByteProxy } from '../http/index.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Parks an inline caption picture in media's scratch area, because a NATS message is at most 1 MB. Gives its scratch id. */
@Injectable()
export class ParkPicture {
  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(ByteProxy) private readonly bytes: ByteProxy,
  ) {}

  async execute(imageBase64: string, caller: Caller): Promise<string> {
    if (!BASE64.test(imageBase64)) {
      throw new AppError('validation_failed', 'The picture must be raw base64 without a data: prefix.', {
        details: [{ path: 'imageBase64', message: 'Not raw base64.' }],
      });
    }
    const { ticket, scratchId } = await this.rpc.call(mediaRpc.scratchStart, {}, caller);
    await this.bytes.send(
      { path: '/internal/scratch', ticket },
      Buffer.from(imageBase64, 'base64'),
      'application/octet-stream',
    );
    return scratchId;
  }
}
