import { Module } from '@nestjs/common';
import { Platforms } from './platforms.registry.ts';

@Module({ providers: [Platforms], exports: [Platforms] })
export class PlatformsModule {}
