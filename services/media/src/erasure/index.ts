import { Module } from '@nestjs/common';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

@Module({ controllers: [ErasureEvents], providers: [ErasureRepository] })
export class ErasureModule {}
