import { Module } from '@nestjs/common';
import { PlansModule } from '@postloom/messaging';
import { LimitsRpc } from './limits.rpc.ts';

@Module({ imports: [PlansModule], controllers: [LimitsRpc] })
export class LimitsModule {}
