import { Module } from '@nestjs/common';
import { SchedulesController } from './schedules.controller.ts';

@Module({ controllers: [SchedulesController] })
export class SchedulesModule {}
