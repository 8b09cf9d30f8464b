import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { MESSAGING_OPTIONS } from './messaging.options.ts';
import type { MessagingOptions } from './messaging.options.ts';
import { NatsTransport } from './nats.transport.ts';

@Module({})
export class MessagingModule {
  static forRoot(options: MessagingOptions): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [{ provide: MESSAGING_OPTIONS, useValue: options }, NatsTransport],
      exports: [NatsTransport],
    };
  }
}
