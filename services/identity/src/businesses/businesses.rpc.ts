import { Controller } from '@nestjs/common';
import { bringBackRpc, identityRpc } from '@postloom/contracts';
import type { Business, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { List, PageQuery } from '@postloom/persistence';
import { signedIn } from '../users/index.ts';
import { BringBackBusiness } from './bring-back-business.ts';
import { CreateBusiness } from './create-business.ts';
import { DeleteBusiness } from './delete-business.ts';
import { GetActiveBusiness } from './get-active-business.ts';
import { GetBusiness } from './get-business.ts';
import { ListBusinesses } from './list-businesses.ts';
import { NameBusinesses } from './name-businesses.ts';
import { SetActiveBusiness } from './set-active-business.ts';
import { UpdateBusiness } from './update-business.ts';

@Controller()
export class BusinessesRpc {
  constructor(
    private readonly listBusinesses: ListBusinesses,
    private readonly getBusiness: GetBusiness,
    private readonly nameBusinesses: NameBusinesses,
    private readonly createBusiness: CreateBusiness,
    private readonly updateBusiness: UpdateBusiness,
    private readonly deleteBusiness: DeleteBusiness,
    private readonly getActiveBusiness: GetActiveBusiness,
    private readonly setActiveBusiness: SetActiveBusiness,
    private readonly bringBackBusiness: BringBackBusiness,
  ) {}

  @Rpc(identityRpc.businessList)
  list(query: PageQuery, context: RpcContext): Promise<List<Business>> {
    return this.listBusinesses.execute(signedIn(context), query);
  }

  @Rpc(identityRpc.businessGet)
  get(input: ParsedInputOf<typeof identityRpc.businessGet>, context: RpcContext): Promise<Business> {
    return this.getBusiness.execute(signedIn(context), input.id);
  }

  @Rpc(identityRpc.businessNames)
  names(
    input: ParsedInputOf<typeof identityRpc.businessNames>,
    context: RpcContext,
  ): Promise<OutputOf<typeof identityRpc.businessNames>> {
    return this.nameBusinesses.execute(signedIn(context), input.ids);
  }

  @Rpc(identityRpc.businessCreate)
  create(input: ParsedInputOf<typeof identityRpc.businessCreate>, context: RpcContext): Promise<Business> {
    return this.createBusiness.execute(signedIn(context), input, context.idempotencyKey);
  }

  @Rpc(bringBackRpc.business)
  bringBack(input: ParsedInputOf<typeof bringBackRpc.business>, context: RpcContext): Promise<{ success: true }> {
    return this.bringBackBusiness.execute(signedIn(context), input);
  }

  @Rpc(identityRpc.businessUpdate)
  update(input: ParsedInputOf<typeof identityRpc.businessUpdate>, context: RpcContext): Promise<Business> {
    return this.updateBusiness.execute(signedIn(context), input);
  }

  @Rpc(identityRpc.businessDelete)
  delete(input: ParsedInputOf<typeof identityRpc.businessDelete>, context: RpcContext): Promise<{ success: true }> {
    return this.deleteBusiness.execute(signedIn(context), input.id);
  }

  @Rpc(identityRpc.activeBusinessGet)
  active(_input: object, context: RpcContext): Promise<{ businessId: string | null }> {
    return this.getActiveBusiness.execute(signedIn(context));
  }

  @Rpc(identityRpc.activeBusinessSet)
  activate(
    input: ParsedInputOf<typeof identityRpc.activeBusinessSet>,
    context: RpcContext,
  ): Promise<{ businessId: string }> {
    return this.setActiveBusiness.execute(signedIn(context), input.businessId);
  }
}
