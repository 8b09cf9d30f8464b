import { Global, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { Clock, SystemClock } from './clock.ts';
import { keptInEnvironment } from './config.ts';
import type { ServiceConfig } from './config.ts';
import { HealthRegistry } from './health.ts';
import { HttpClient } from './http-client.ts';
import { createLogger, Logger } from './logger.ts';
import { Loops } from './loops.ts';
import { Random } from './random.ts';
import { ShutdownRegistry } from './shutdown.ts';

/** Injection token of the service's config: `@Inject(CONFIG) config: ConfigOf<…>`. */
export const CONFIG = Symbol('CONFIG');

/** Clock, Random, Logger, HttpClient, HealthRegistry, ShutdownRegistry, Loops and CONFIG, for every module. */
@Global()
@Module({})
export class ChassisModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly loops: Loops;
  private readonly shutdown: ShutdownRegistry;
  private readonly health: HealthRegistry;

  constructor(loops: Loops, shutdown: ShutdownRegistry, health: HealthRegistry) {
    this.loops = loops;
    this.shutdown = shutdown;
    this.health = health;
  }

  static forRoot(config: ServiceConfig): DynamicModule {
    const providers = [
      { provide: CONFIG, useFactory: () => keptInEnvironment(config) },
      { provide: Clock, useClass: SystemClock },
      { provide: Random, useFactory: () => new Random() },
      { provide: Logger, useFactory: () => createLogger(config.name, config.logLevel) },
      { provide: HealthRegistry, useFactory: () => new HealthRegistry() },
      { provide: ShutdownRegistry, useFactory: (logger: Logger) => new ShutdownRegistry(logger), inject: [Logger] },
      {
        provide: HttpClient,
        useFactory: (shutdown: ShutdownRegistry) => {
          const { httpProxy, httpsProxy, noProxy } = config;
          const client = new HttpClient({
            allowPrivate: config.outboundAllowPrivate,
            proxy: { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy },
          });
          shutdown.register('close', 'outbound http', () => client.close());
          return client;
        },
        inject: [ShutdownRegistry],
      },
      {
        provide: Loops,
        useFactory: (clock: Clock, random: Random, logger: Logger, shutdown: ShutdownRegistry) =>
          new Loops(clock, random, logger, shutdown),
        inject: [Clock, Random, Logger, ShutdownRegistry],
      },
    ];
    return { module: ChassisModule, providers, exports: providers.map((provider) => provider.provide) };
  }

  onApplicationBootstrap(): void {
    this.loops.begin();
    this.health.markReady();
  }

  async onModuleDestroy(): Promise<void> {
    this.health.markStopping();
    await this.shutdown.run('stop-intake');
    await this.shutdown.run('drain');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.shutdown.run('close');
  }
}
