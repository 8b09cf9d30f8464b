import { Module } from '@nestjs/common';
import { PlansModule } from '@postloom/messaging';
import { LimitsRpc } from './limits.rpc.ts';
import { ReadUsage } from './read-usage.ts';

/** The posts of a plan: who pays, under which plan, how many are used. */
@Module({ imports: [PlansModule], controllers: [LimitsRpc], providers: [ReadUsage] })
export class LimitsModule {}
