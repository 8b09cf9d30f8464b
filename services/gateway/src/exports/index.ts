import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.ts';

@Module({ controllers: [ExportsController] })
export class ExportsModule {}
