import { Module } from '@nestjs/common';
import { BusinessesController } from './businesses.controller.ts';
import { IndustryTemplatesController } from './industry-templates.controller.ts';

@Module({ controllers: [BusinessesController, IndustryTemplatesController] })
export class BusinessesModule {}
