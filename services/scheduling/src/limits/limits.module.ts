import { Module } from '@nestjs/common';
import { LimitsRpc } from './limits.rpc.ts';
import { ReadUsage } from './read-usage.ts';

@Module({ controllers: [LimitsRpc], providers: [ReadUsage] })
export class LimitsModule {}
