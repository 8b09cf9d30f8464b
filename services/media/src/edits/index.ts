import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { RenditionsModule } from '../renditions/index.ts';
import { EditPhoto } from './edit-photo.ts';
import { EditsRpc } from './edits.rpc.ts';

@Module({ imports: [PhotosModule, RenditionsModule], controllers: [EditsRpc], providers: [EditPhoto] })
export class EditsModule {}
