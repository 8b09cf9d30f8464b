import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.ts';

@Module({ controllers: [BillingController] })
export class BillingModule {}
