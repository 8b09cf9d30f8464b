import { bootstrap } from '@postloom/chassis';
import { NatsTransport } from '@postloom/messaging';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { installHooks, serverOptions } from './http/index.ts';

await bootstrap({
  name: 'gateway',
  module: AppModule,
  config,
  strategy: NatsTransport,
  http: installHooks,
  fastify: serverOptions(config),
});
