import { Controller } from '@nestjs/common';
import { weekRpc } from '@postloom/contracts';
import type { ParsedInputOf, WeekOfPosts } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { tenantOf } from '../access.ts';
import { ReadWeek } from './read-week.ts';

@Controller()
export class WeekRpc {
  constructor(private readonly readWeek: ReadWeek) {}

  @Rpc(weekRpc.weekGet)
  week({ monday }: ParsedInputOf<typeof weekRpc.weekGet>, context: RpcContext): Promise<WeekOfPosts> {
    return this.readWeek.execute(tenantOf(context).businessId, monday);
  }
}
