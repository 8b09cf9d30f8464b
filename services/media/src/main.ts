import { bootstrap } from '@postloom/chassis';
import { NatsTransport } from '@postloom/messaging';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { installByteServer } from './byte-server.ts';

/** Tickets are part of some addresses; they are longer than what Fastify takes as a parameter by itself. */
const fastify = { routerOptions: { maxParamLength: 2_000 } };

await bootstrap({
  name: 'media',
  module: AppModule,
  config,
  strategy: NatsTransport,
  http: installByteServer,
  fastify,
});
