import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.ts';
import { LiveStreams } from './live-streams.ts';

@Module({ controllers: [LiveController], providers: [LiveStreams] })
export class LiveModule {}
