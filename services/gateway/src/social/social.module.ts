import { Module } from '@nestjs/common';
import { SocialController } from './social.controller.ts';

@Module({ controllers: [SocialController] })
export class SocialModule {}
