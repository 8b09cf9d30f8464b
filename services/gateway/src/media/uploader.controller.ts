import { Controller } from '@nestjs/common';
import { routes, transferRpc } from '@postloom/contracts';
import type { AnswerOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

/** Uploads to storage: bytes do not pass here, only the addresses they go to. The shapes are those of Uppy's AWS S3 plugin. */
@Controller()
export class UploaderController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.uploadWays)
  ways(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(transferRpc.waysGet, {}, caller);
  }

  @Route(routes.startUpload)
  async put(
    @Input() { body }: InputFor<typeof routes.startUpload>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.startUpload>> {
    const announced = { uploadId: body.uploadId ?? null, bytes: body.fileSize ?? null };
    const { url, expiresAt } = await this.rpc.call(transferRpc.putStart, announced, caller);
    return { uploadURL: url, method: 'PUT', expiresAt };
  }

  @Route(routes.endUpload)
  async end(
    @Input() { query }: InputFor<typeof routes.endUpload>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.endUpload>> {
    await this.rpc.call(transferRpc.uploadEnd, query, caller);
    return {};
  }

  @Route(routes.savePhoto)
  async save(
    @Input() { body }: InputFor<typeof routes.savePhoto>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.savePhoto>> {
    const named = { objectUrl: body.objectURL, originalName: body.originalName };
    const { photo, sameAs } = await this.rpc.call(transferRpc.transferFinish, named, caller);
    return { success: true, photoId: photo.id, photo, sameAs };
  }

  @Route(routes.startParts)
  async startParts(
    @Input() { body }: InputFor<typeof routes.startParts>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.startParts>> {
    const { uploadId = null, fileSize = null } = body.metadata;
    const { transferId, key } = await this.rpc.call(transferRpc.partsStart, { uploadId, bytes: fileSize }, caller);
    return { key, uploadId: transferId };
  }

  @Route(routes.listParts)
  listParts(@Input() { params, query }: InputFor<typeof routes.listParts>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(transferRpc.partsList, { transferId: params.uploadId, key: query.key }, caller);
  }

  @Route(routes.signPart)
  async signPart(
    @Input() { params, query }: InputFor<typeof routes.signPart>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.signPart>> {
    const { uploadId: transferId, partNumber } = params;
    const { url, seconds } = await this.rpc.call(
      transferRpc.partSign,
      { transferId, key: query.key, partNumber },
      caller,
    );
    return { url, expires: seconds };
  }

  @Route(routes.joinParts)
  async joinParts(
    @Input() { params, query, body }: InputFor<typeof routes.joinParts>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.joinParts>> {
    const { key } = query;
    const joined = await this.rpc.call(
      transferRpc.partsJoin,
      { transferId: params.uploadId, key, parts: body.parts },
      caller,
    );
    return { ...joined, key };
  }

  @Route(routes.endParts)
  async endParts(
    @Input() { params, query }: InputFor<typeof routes.endParts>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.endParts>> {
    await this.rpc.call(transferRpc.transferEnd, { transferId: params.uploadId, key: query.key }, caller);
    return {};
  }

  @Route(routes.uploadParameters)
  async parameters(
    @Input() { query }: InputFor<typeof routes.uploadParameters>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.uploadParameters>> {
    const announced = {
      uploadId: query['metadata[uploadId]'] ?? null,
      bytes: query['metadata[fileSize]'] ?? null,
    };
    const { url, fields } = await this.rpc.call(transferRpc.formStart, announced, caller);
    return { method: 'POST', url, fields, headers: {} };
  }
}
