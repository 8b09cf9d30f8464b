import { Module } from '@nestjs/common';
import { AlbumsController } from './albums.controller.ts';
import { MediaController } from './media.controller.ts';

@Module({ controllers: [MediaController, AlbumsController] })
export class MediaModule {}
