import { Controller, Req, Res } from '@nestjs/common';
import { AppError, linkRpc, mediaRpc, routes } from '@postloom/contracts';
import type { AnswerOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { ByteProxy, Input, Leaving, Route, UploadTurns, Who } from '../http/index.ts';
import type { Download, GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';

/** What the key of an original begins with; all others are of pictures that pages show. */
const ORIGINAL = 'download/';

@Controller()
export class MediaController {
  constructor(
    private readonly rpc: Rpc,
    private readonly bytes: ByteProxy,
    private readonly turns: UploadTurns,
  ) {}

  @Route(routes.photos)
  list(@Input() { query }: InputFor<typeof routes.photos>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(mediaRpc.photoList, query, caller);
  }

  @Route(routes.photoTags)
  tags(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(mediaRpc.tagList, {}, caller);
  }

  @Route(routes.deletedPhotos)
  deleted(@Input() { query }: InputFor<typeof routes.deletedPhotos>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(mediaRpc.photoDeleted, query, caller);
  }

  @Route(routes.uploadPhoto)
  async upload(
    @Input() { params }: InputFor<typeof routes.uploadPhoto>,
    @Req() request: GatewayRequest,
    @Leaving() left: AbortSignal,
    @Who() caller: Caller,
  ): Promise<unknown> {
    const contentType = request.headers['content-type'] ?? '';
    if (!contentType.startsWith('multipart/form-data')) {
      throw new AppError('unsupported_media_type', 'Send the picture as multipart/form-data in the field `file`.');
    }
    return this.turns.run(caller, left, () => this.receive(params.randomId, request, contentType, caller));
  }

  @Route(routes.photoFromLink)
  async fromLink(
    @Input() { body }: InputFor<typeof routes.photoFromLink>,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.photoFromLink>> {
    const { photo, sameAs } = await this.rpc.call(linkRpc.linkFetch, body, caller);
    return { success: true, photoId: photo.id, photo, sameAs };
  }

  @Route(routes.similarPhotos)
  similar(@Input() { params }: InputFor<typeof routes.similarPhotos>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(mediaRpc.photoSimilar, { id: params.id }, caller);
  }

  @Route(routes.updatePhoto)
  update(@Input() { params, body }: InputFor<typeof routes.updatePhoto>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(mediaRpc.photoUpdate, { id: params.id, ...body }, caller);
  }

  @Route(routes.deletePhoto)
  async delete(@Input() { params, query }: InputFor<typeof routes.deletePhoto>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(mediaRpc.photoDelete, { id: params.id, force: query.force === 'true' }, caller);
  }

  @Route(routes.downloadPhoto)
  download(
    @Input() { params }: InputFor<typeof routes.downloadPhoto>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    return this.open(`${ORIGINAL}${params.id}`, request, reply, caller);
  }

  @Route(routes.photoData)
  data(
    @Input() { params }: InputFor<typeof routes.photoData>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    return this.open(`data/${params.id}`, request, reply, caller);
  }

  @Route(routes.object)
  object(
    @Input() { params }: InputFor<typeof routes.object>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    return this.open(params.key, request, reply, caller);
  }

  @Route(routes.signedObject)
  signedObject(
    @Input() { params }: InputFor<typeof routes.signedObject>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
  ): Promise<void> {
    const [signature, key] = [params.signature, params.key].map(encodeURIComponent);
    const path = `/internal/objects/signed/${signature}/${key}`;
    return this.bytes.download({ kind: 'pictures', open: byAddress(path), isForAll: true }, request, reply);
  }

  @Route(routes.pullPhoto)
  pull(
    @Input() { params }: InputFor<typeof routes.pullPhoto>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
  ): Promise<void> {
    const path = `/internal/objects/${encodeURIComponent(params.ticket)}`;
    return this.bytes.download({ kind: 'pictures', open: byAddress(path) }, request, reply);
  }

  /** Reserves the announced bytes first, so that a person over the limit is refused before the bytes travel. */
  private async receive(
    randomId: string,
    request: GatewayRequest,
    contentType: string,
    caller: Caller,
  ): Promise<unknown> {
    const length = Number(request.headers['content-length']);
    const announcedBytes = Number.isSafeInteger(length) ? length : null;
    const { uploadId, ticket } = await this.rpc.call(
      mediaRpc.uploadStart,
      { uploadId: randomId, announcedBytes },
      caller,
    );
    const target = { path: `/internal/uploads/${encodeURIComponent(uploadId)}`, ticket };
    if (request.raw.destroyed && !request.raw.complete) {
      // The sender went away meanwhile, and media would learn only when the announcement expires that no bytes come. An empty body makes it
      // give back what this attempt reserved, and leaves an earlier attempt that arrived alone.
      return this.bytes.send(target, Buffer.alloc(0), contentType);
    }
    return this.bytes.upload(target, request, contentType);
  }

  private open(key: string, request: GatewayRequest, reply: GatewayReply, caller: Caller): Promise<void> {
    const kind = key.startsWith(ORIGINAL) ? 'downloads' : 'pictures';
    const open = () => this.rpc.call(mediaRpc.objectOpen, { key }, caller);
    return this.bytes.download({ kind, open }, request, reply);
  }
}

/** Of an address that is its own permission. */
function byAddress(path: string): Download['open'] {
  return () => Promise.resolve({ path, ticket: null });
}
