import { Module } from '@nestjs/common';
import { CaptionsController } from './captions.controller.ts';
import { ParkPicture } from './park-picture.ts';

@Module({ controllers: [CaptionsController], providers: [ParkPicture] })
export class CaptionsModule {}
