import { Controller, Req, Res } from '@nestjs/common';
import { AppError, exportRpc, IMPORT_PART_BYTES, importDataRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { ByteProxy, Input, Leaving, Route, UploadTurns, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';

@Controller()
export class ExportsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly bytes: ByteProxy,
    private readonly turns: UploadTurns,
  ) {}

  @Route(routes.exportData)
  start(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(exportRpc.exportStart, {}, caller);
  }

  @Route(routes.exportState)
  state(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(exportRpc.exportGet, {}, caller);
  }

  @Route(routes.downloadExport)
  download(@Req() request: GatewayRequest, @Res() reply: GatewayReply, @Who() caller: Caller): Promise<void> {
    const open = () => this.rpc.call(exportRpc.exportOpen, {}, caller);
    return this.bytes.download({ kind: 'downloads', open }, request, reply);
  }

  @Route(routes.importData)
  announce(@Input() { body }: InputFor<typeof routes.importData>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importDataRpc.importAnnounce, body, caller);
  }

  @Route(routes.importPart)
  async part(
    @Input() { params }: InputFor<typeof routes.importPart>,
    @Req() request: GatewayRequest,
    @Leaving() left: AbortSignal,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    const contentType = request.headers['content-type'] ?? '';
    if (contentType !== 'application/octet-stream') {
      throw new AppError('unsupported_media_type', 'Send the bytes as application/octet-stream.');
    }
    const bytes = Number(request.headers['content-length']);
    if (!(bytes > 0)) {
      throw new AppError('validation_failed', 'Say how many bytes you send in `Content-Length`.');
    }
    if (bytes > IMPORT_PART_BYTES) {
      throw new AppError('payload_too_large', `Send at most ${IMPORT_PART_BYTES} bytes at once.`);
    }
    await this.turns.run(caller, left, async () => {
      const target = await this.rpc.call(importDataRpc.importPart, { ...params, bytes }, caller);
      await this.bytes.upload(target, request, contentType);
    });
    return this.rpc.raw(importDataRpc.importGet, {}, caller);
  }

  @Route(routes.importState)
  importState(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importDataRpc.importGet, {}, caller);
  }

  @Route(routes.beginImport)
  begin(@Input() { body }: InputFor<typeof routes.beginImport>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importDataRpc.importBegin, body, caller);
  }

  @Route(routes.dropImport)
  drop(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importDataRpc.importDrop, {}, caller);
  }
}
