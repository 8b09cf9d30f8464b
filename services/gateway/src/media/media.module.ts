import { Module } from '@nestjs/common';
import { AlbumsController } from './albums.controller.ts';
import { MediaController } from './media.controller.ts';
import { UploaderController } from './uploader.controller.ts';

@Module({ controllers: [MediaController, AlbumsController, UploaderController] })
export class MediaModule {}
