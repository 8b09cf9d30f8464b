import { Module } from '@nestjs/common';
import { ThrottlesRepository } from './throttles.repository.ts';
import { Throttles } from './throttles.ts';

@Module({ providers: [ThrottlesRepository, Throttles], exports: [Throttles] })
export class ThrottlesModule {}
