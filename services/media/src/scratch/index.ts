import { Module } from '@nestjs/common';
import { ScratchPictures } from './scratch-pictures.ts';
import { ScratchRepository } from './scratch.repository.ts';
import { ScratchController, ScratchRpc } from './scratch.rpc.ts';

@Module({ controllers: [ScratchRpc, ScratchController], providers: [ScratchPictures, ScratchRepository] })
export class ScratchModule {}
