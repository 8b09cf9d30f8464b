import { Controller } from '@nestjs/common';
import { identityRpc, routes } from '@postloom/contracts';
import type { BusinessAttention } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';
import { ComposeAttention } from './compose-attention.ts';

@Controller()
export class BusinessesController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeAttention: ComposeAttention,
  ) {}

  @Route(routes.businesses)
  list(@Input() { query }: InputFor<typeof routes.businesses>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(identityRpc.businessList, query, caller);
  }

  @Route(routes.businessAttention)
  attention(@Who() caller: Caller): Promise<BusinessAttention[]> {
    return this.composeAttention.execute(caller);
  }

  @Route(routes.createBusiness)
  create(@Input() { body }: InputFor<typeof routes.createBusiness>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.businessCreate, body, caller);
  }

  @Route(routes.business)
  get(@Input() { params }: InputFor<typeof routes.business>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.businessGet, params, caller);
  }

  @Route(routes.updateBusiness)
  update(
    @Input() { params, body }: InputFor<typeof routes.updateBusiness>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.businessUpdate, { id: params.id, changes: body }, caller);
  }

  @Route(routes.deleteBusiness)
  async delete(@Input() { params }: InputFor<typeof routes.deleteBusiness>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(identityRpc.businessDelete, params, caller);
  }
}
