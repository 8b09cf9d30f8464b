import { bootstrap } from '@postloom/chassis';
import { NatsTransport } from '@postloom/messaging';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { byteServerOptions, installByteServer } from './byte-server.ts';

await bootstrap({
  name: 'media',
  module: AppModule,
  config,
  strategy: NatsTransport,
  http: installByteServer,
  fastify: byteServerOptions,
});
