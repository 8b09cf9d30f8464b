import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { RenditionsModule } from '../renditions/index.ts';
import { FindSource } from './find-source.ts';
import { ObjectsController } from './objects.controller.ts';
import { ObjectsRpc } from './objects.rpc.ts';
import { OpenObject } from './open-object.ts';

@Module({
  imports: [PhotosModule, RenditionsModule],
  controllers: [ObjectsRpc, ObjectsController],
  providers: [OpenObject, FindSource],
})
export class ObjectsModule {}

export { contentDisposition } from './content-disposition.ts';
