import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule, INestApplicationContext, InjectionToken, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { findCommand } from './commands.ts';
import { ConfigError, nameService, requireConfig } from './config.ts';
import type { ServiceConfig } from './config.ts';
import { HealthRegistry } from './health.ts';
import { startInternalServer } from './internal-server.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';
import { NestLogger } from './nest-logger.ts';
import { watchSettings } from './setting-watch.ts';
import { startTracing, stopTracing } from './tracing.ts';
import { trustExtraAuthorities } from './trust.ts';

export interface BootstrapOptions {
  /** Short service name, as in subjects and schema: 'scheduling', 'publisher'. */
  name: string;
  /** The root module; imports `ChassisModule.forRoot(config)`. */
  module: Type | DynamicModule;
  config: ServiceConfig;
  /** Token of the transport that serves requests and events (messaging's `NatsTransport`). */
  strategy?: InjectionToken;
  /** Given: the service also listens for HTTP on `config.port`; called with the Fastify app before it listens. */
  http?: (app: NestFastifyApplication) => Promise<void> | void;
  /** Options of the Fastify adapter (`trustProxy`, `bodyLimit`, …), only with `http`. */
  fastify?: Record<string, unknown>;
}

/** Exit code of a wrong configuration (EX_CONFIG): a supervisor need not try again. */
const EXIT_CONFIG = 78;

/**
 * The whole life of a service process: config, logs, tracing, health, application, ordered shutdown on SIGTERM or
 * SIGINT. `node main.js migrate` (or another registered command) runs that command instead and exits.
 * Prints JSON log lines and nothing else.
 */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  const config = checkedConfig(options);
  const logger = createLogger(options.name, config.logLevel);
  process.on('uncaughtException', (error) => die(logger, 'Uncaught exception', error));
  process.on('unhandledRejection', (error) => die(logger, 'Unhandled rejection', error));
  trustExtraAuthorities(config);
  const commandName = process.argv[2];
  if (commandName !== undefined) {
    await runCommand(commandName, config, logger);
    return;
  }
  try {
    await serve(options, config, logger);
  } catch (error) {
    die(logger, 'The service could not start', error);
  }
}

async function serve(options: BootstrapOptions, config: ServiceConfig, logger: Logger): Promise<void> {
  const started = performance.now();
  let app: INestApplicationContext | undefined;
  let stopping = false;
  const early = new HealthRegistry(); // answers "starting" while the application is not there yet
  const current: { health: HealthRegistry } = { health: early };
  const internal = await startInternalServer(follow(current), config.host, config.internalPort);
  const stop = (signal: string): void => {
    if (stopping) {
      return;
    }
    stopping = true;
    logger.info('Stopping', { signal });
    const force = setTimeout(() => {
      logger.error('Stopping took too long, leaving now', { seconds: config.shutdownSeconds });
      process.exit(1);
    }, config.shutdownSeconds * 1000);
    void (async () => {
      await app?.close();
      await stopTracing();
      await internal.close();
      clearTimeout(force);
      logger.info('Stopped');
      process.exit(0);
    })().catch((error: unknown) => die(logger, 'Stopping failed', error));
  };
  watchSettings(logger);
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));

  if (config.otelEndpoint) {
    await startTracing({
      ...{ service: options.name, instance: config.instanceId },
      ...{ endpoint: config.otelEndpoint, ratio: config.traceRatio },
    });
  }
  app = await create(options, config, logger, (health) => {
    current.health = health;
  });
  logger.info('Ready', {
    internalPort: internal.port,
    port: config.port,
    startMs: Math.round(performance.now() - started),
  });
}

async function create(
  options: BootstrapOptions,
  config: ServiceConfig,
  logger: Logger,
  onCreated: (health: HealthRegistry) => void,
): Promise<INestApplicationContext> {
  const settings = { logger: new NestLogger(logger), abortOnError: false, bufferLogs: false };
  const { strategy } = options;
  const microservice = strategy === undefined ? undefined : strategyOptions(strategy);
  if (options.http) {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    const app = await NestFactory.create<NestFastifyApplication>(
      options.module,
      // What still comes over an open connection while it stops is answered, and the connection closed with that.
      new FastifyAdapter({ logger: false, return503OnClosing: false, ...options.fastify }),
      settings,
    );
    onCreated(app.get(HealthRegistry));
    await options.http(app);
    if (microservice) {
      app.connectMicroservice(microservice, { inheritAppConfig: true });
    }
    await app.init(); // before anything listens: migrations and checks run in the modules' init
    if (microservice) {
      await app.startAllMicroservices();
    }
    if (config.port === undefined) {
      throw new Error('SERVICE_PORT is missing: this service listens for HTTP');
    }
    await app.listen(config.port, config.host);
    return app;
  }
  if (microservice) {
    const app = await NestFactory.createMicroservice(options.module, { ...settings, ...microservice });
    onCreated(app.get(HealthRegistry));
    await app.listen();
    return app;
  }
  const app = await NestFactory.createApplicationContext(options.module, settings);
  onCreated(app.get(HealthRegistry));
  return app;
}

function strategyOptions(strategy: InjectionToken): {
  useFactory: (transport: never) => never;
  inject: InjectionToken[];
} {
  return { useFactory: (transport) => ({ strategy: transport }) as never, inject: [strategy] };
}

function checkedConfig(options: BootstrapOptions): ServiceConfig {
  nameService(options.name);
  try {
    requireConfig(options.config);
    return options.config;
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    createLogger(options.name, 'error').error(error.message, { problems: error.problems });
    process.exit(EXIT_CONFIG);
  }
}

async function runCommand(name: string, config: ServiceConfig, logger: Logger): Promise<void> {
  const command = findCommand(name);
  if (!command) {
    logger.error(`There is no command "${name}"`);
    process.exit(64);
  }
  try {
    await command(config, logger);
    process.exit(0);
  } catch (error) {
    die(logger, `The command "${name}" failed`, error);
  }
}

function die(logger: Logger, message: string, error: unknown): never {
  logger.error(message, { error });
  process.exit(1);
}

/** A registry that always answers for the current one. */
function follow(current: { health: HealthRegistry }): HealthRegistry {
  return Object.assign(Object.create(HealthRegistry.prototype) as HealthRegistry, {
    readiness: (timeoutMs?: number) => current.health.readiness(timeoutMs),
  });
}
