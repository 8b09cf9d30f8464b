import { Module } from '@nestjs/common';
import { BusinessesController } from './businesses.controller.ts';
import { ComposeAttention } from './compose-attention.ts';
import { IndustryTemplatesController } from './industry-templates.controller.ts';

@Module({ controllers: [BusinessesController, IndustryTemplatesController], providers: [ComposeAttention] })
export class BusinessesModule {}
