import { bootstrap } from '@postloom/chassis';
import { NatsTransport } from '@postloom/messaging';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { installHooks, LARGEST_BODY_BYTES } from './http/index.ts';

await bootstrap({
  name: 'gateway',
  module: AppModule,
  config,
  strategy: NatsTransport,
  http: installHooks,
  fastify: {
    // Only these hops may say where a request came from; everyone else is taken at their own address.
    trustProxy: config.trustedProxies,
    bodyLimit: LARGEST_BODY_BYTES,
    // The address of a picture that a platform fetches is a ticket, longer than Fastify's default of 100.
    routerOptions: { maxParamLength: 2_000 },
  },
});
