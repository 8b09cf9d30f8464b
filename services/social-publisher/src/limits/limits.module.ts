import { Module } from '@nestjs/common';
import { LimitsRpc } from './limits.rpc.ts';

@Module({ controllers: [LimitsRpc] })
export class LimitsModule {}
