import { Module } from '@nestjs/common';
import { CallbacksController } from './callbacks.controller.ts';

@Module({ controllers: [CallbacksController] })
export class CallbacksModule {}
