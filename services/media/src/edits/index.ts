import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { UploadsModule } from '../uploads/index.ts';
import { ChangeLook } from './change-look.ts';
import { DrawLook } from './draw-look.ts';
import { EditPhoto } from './edit-photo.ts';
import { EditsRpc } from './edits.rpc.ts';
import { LooksRepository } from './looks.repository.ts';

@Module({
  imports: [PhotosModule, UploadsModule],
  controllers: [EditsRpc],
  providers: [EditPhoto, ChangeLook, DrawLook, LooksRepository],
})
export class EditsModule {}
