/** A service with nothing in it but the chassis; started as a process of its own by bootstrap.int-spec.ts. */
import { Module } from '@nestjs/common';
import { z } from 'zod';
import {
  bootstrap,
  ChassisModule,
  defineConfig,
  HealthRegistry,
  Logger,
  Loops,
  registerCommand,
  ShutdownRegistry,
} from '../index.ts';

const config = defineConfig({ sampleSecret: z.string(), sampleFails: z.string().optional() });

registerCommand('greet', (_config, logger) => {
  logger.info('Hello');
  return Promise.resolve();
});

@Module({ imports: [ChassisModule.forRoot(config)] })
class SampleModule {
  constructor(loops: Loops, shutdown: ShutdownRegistry, health: HealthRegistry, logger: Logger) {
    if (config.sampleFails === 'at start') {
      throw new Error('the module refuses');
    }
    health.register('sample', () =>
      config.sampleFails === 'check' ? Promise.reject(new Error('sample is down')) : Promise.resolve(),
    );
    loops.start({
      name: 'sample',
      everyMs: 10,
      run: (signal) =>
        new Promise<void>((resolve) => {
          logger.info('Working', { accessToken: config.sampleSecret });
          signal.addEventListener('abort', () => {
            logger.info('Work put down');
            resolve();
          });
        }),
    });
    shutdown.register('stop-intake', 'sample', () => logger.info('Intake stopped'));
    shutdown.register('drain', 'sample', () => logger.info('Drained'));
    shutdown.register('close', 'sample', () => logger.info('Closed'));
    if (config.sampleFails === 'later') {
      setTimeout(() => void Promise.reject(new Error('nobody listens')), 50);
    }
  }
}

await bootstrap({
  name: 'sample',
  module: SampleModule,
  config,
  ...(process.env['SERVICE_PORT'] === undefined
    ? {}
    : {
        http: (app) => {
          app
            .getHttpAdapter()
            .getInstance()
            .get('/hello', () => ({ hello: 'world' }));
        },
      }),
});
