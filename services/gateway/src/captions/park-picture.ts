import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, mediaRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { ByteProxy } from '../http/index.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Stores an inline caption picture in media's scratch area, because a NATS message is at most 1 MB. Returns its location and its hash. */
@Injectable()
export class ParkPicture {
  constructor(
    private readonly rpc: Rpc,
    private readonly bytes: ByteProxy,
  ) {}

  async execute(imageBase64: string, caller: Caller): Promise<{ scratchId: string; sha256: string }> {
    if (!BASE64.test(imageBase64)) {
      throw new AppError('validation_failed', 'The picture must be raw base64 without a data: prefix.', {
        details: [{ path: 'imageBase64', message: 'Not raw base64.' }],
      });
    }
    const { ticket, scratchId } = await this.rpc.call(mediaRpc.scratchStart, {}, caller);
    const picture = Buffer.from(imageBase64, 'base64');
    await this.bytes.send({ path: '/internal/scratch', ticket }, picture, 'application/octet-stream');
    return { scratchId, sha256: createHash('sha256').update(picture).digest('hex') };
  }
}
