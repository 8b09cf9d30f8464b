import { Module } from '@nestjs/common';
import { definitions } from './definitions.ts';
import { DEFINITIONS, Platforms } from './platforms.registry.ts';

@Module({ providers: [{ provide: DEFINITIONS, useValue: definitions }, Platforms], exports: [Platforms] })
export class PlatformsModule {}
