import { Controller, Req } from '@nestjs/common';
import { importRpc, preflightRpc, resolveRpc, routes, schedulingRpc, starterWeekRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';
import { receiveCsv } from './receive-csv.ts';

/** Tools to write, check, import and repair posts. */
@Controller()
export class PostToolsController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.duplicatePost)
  duplicate(@Input() { params }: InputFor<typeof routes.duplicatePost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postDuplicate, params, caller);
  }

  @Route(routes.preflightPost)
  preflight(@Input() { body }: InputFor<typeof routes.preflightPost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(preflightRpc.preflightCheck, body, caller);
  }

  @Route(routes.importPosts)
  async import(
    @Input() { query }: InputFor<typeof routes.importPosts>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    const csv = await receiveCsv(request);
    const { duplicates } = query;
    const asked = { csv, allOrNothing: query.allOrNothing === 'true' };
    return this.rpc.raw(importRpc.postImport, duplicates === undefined ? asked : { ...asked, duplicates }, caller);
  }

  @Route(routes.previewImport)
  async previewImport(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importRpc.importPreview, { csv: await receiveCsv(request) }, caller);
  }

  @Route(routes.undoImport)
  undoImport(@Input() { body }: InputFor<typeof routes.undoImport>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(importRpc.importUndo, body, caller);
  }

  @Route(routes.createStarterWeek)
  createStarterWeek(
    @Input() { body }: InputFor<typeof routes.createStarterWeek>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(starterWeekRpc.starterWeekCreate, body, caller);
  }

  @Route(routes.undoStarterWeek)
  undoStarterWeek(
    @Input() { body }: InputFor<typeof routes.undoStarterWeek>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(starterWeekRpc.starterWeekUndo, body, caller);
  }

  @Route(routes.updateTarget)
  updateTarget(
    @Input() { params, body }: InputFor<typeof routes.updateTarget>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.targetUpdate, { ...params, changes: body }, caller);
  }

  @Route(routes.resolveTarget)
  resolve(
    @Input() { params, body }: InputFor<typeof routes.resolveTarget>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(resolveRpc.targetResolve, { ...params, resolution: body }, caller);
  }
}
