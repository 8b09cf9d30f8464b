import { Module } from '@nestjs/common';
import { BusinessesController } from './businesses.controller.ts';

@Module({ controllers: [BusinessesController] })
export class BusinessesModule {}
