import { Global, Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, HealthRegistry, Logger, Loops, registerCommand, ShutdownRegistry } from '@postloom/chassis';
import type { ServiceConfig } from '@postloom/chassis';
import type { QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import type { EntitySchema } from 'typeorm';
import { connect, makeDataSource, poolOf } from './data-source.ts';
import type { EntityClass } from './data-source.ts';
import { Entitlements } from './entitlements.ts';
import { Idempotency } from './idempotency.ts';
import { Leases } from './leases.ts';
import { missingMigrations, runMigrations } from './migration-runner.ts';
import type { MigrationClass } from './migration-runner.ts';
import { Quotas } from './quotas.ts';
import { Throttles } from './throttles.ts';
import { Tombstones } from './tombstones.ts';
import { Uow } from './uow.ts';
import { startUpkeep } from './upkeep.ts';

export interface PersistenceOptions {
  /** Schema and login role of the service: 'scheduling', 'publisher'. */
  schema: string;
  entities: readonly (EntityClass | EntitySchema)[];
  /** In order; the first is `...infrastructureMigrations()`. */
  migrations: readonly MigrationClass[];
  /** Connections of this process at most, default 6. */
  poolSize?: number;
  /** The service owns a limit: its base migration was made with `{ quotas: true }`. Default: found out by itself. */
  quotas?: boolean;
}

const OPTIONS = Symbol('PERSISTENCE_OPTIONS');
const SCHEMA_WAIT_MS = 60_000;

/** DataSource, Uow, Leases, Idempotency, Quotas and Entitlements, for every module of the service. */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit {
  private readonly uow: Uow;
  private readonly idempotency: Idempotency;
  private readonly quotas: Quotas;
  private readonly throttles: Throttles;
  private readonly loops: Loops;
  private readonly dataSource: DataSource;
  private readonly options: PersistenceOptions;

  constructor(
    uow: Uow,
    idempotency: Idempotency,
    quotas: Quotas,
    throttles: Throttles,
    loops: Loops,
    dataSource: DataSource,
    @Inject(OPTIONS) options: PersistenceOptions,
  ) {
    this.uow = uow;
    this.idempotency = idempotency;
    this.quotas = quotas;
    this.throttles = throttles;
    this.loops = loops;
    this.dataSource = dataSource;
    this.options = options;
  }

  static forRoot(options: PersistenceOptions): DynamicModule {
    registerCommand('migrate', async (config, logger) => {
      const applied = await runMigrations({ ...migrationTarget(config), ...options, logger });
      logger.info('The schema is at the version of this build', { schema: options.schema, applied: applied.length });
    });
    const providers = [
      { provide: OPTIONS, useValue: options },
      {
        provide: DataSource,
        useFactory: openDataSource,
        inject: [OPTIONS, CONFIG, Clock, Logger, HealthRegistry, ShutdownRegistry],
      },
      {
        provide: Uow,
        useFactory: (source: DataSource, logger: Logger) => new Uow(source, logger),
        inject: [DataSource, Logger],
      },
      { provide: Leases, useFactory: () => new Leases() },
      { provide: Idempotency, useFactory: () => new Idempotency() },
      { provide: Entitlements, useFactory: () => new Entitlements() },
      { provide: Throttles, useFactory: (config: ServiceConfig) => new Throttles(config), inject: [CONFIG] },
      { provide: Tombstones, useFactory: () => new Tombstones() },
      { provide: Quotas, useFactory: (entitlements: Entitlements) => new Quotas(entitlements), inject: [Entitlements] },
    ];
    return {
      module: PersistenceModule,
      providers,
      exports: [DataSource, Uow, Leases, Idempotency, Entitlements, Throttles, Tombstones, Quotas],
    };
  }

  async onModuleInit(): Promise<void> {
    const hasQuotas = this.options.quotas ?? (await this.hasTable('reservations'));
    startUpkeep(this.loops, {
      uow: this.uow,
      idempotency: this.idempotency,
      quotas: hasQuotas ? this.quotas : undefined,
      throttles: (await this.hasTable('throttles')) ? this.throttles : undefined,
    });
  }

  private async hasTable(name: string): Promise<boolean> {
    const found = await poolOf(this.dataSource).query<{ there: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS there',
      [`${this.options.schema}.${name}`],
    );
    return found.rows[0]?.there ?? false;
  }
}

/**
 * Migrates when the config says so, connects, and waits until the schema is at least at this build's version: nothing
 * of the service runs on an older one.
 */
async function openDataSource(
  options: PersistenceOptions,
  config: ServiceConfig,
  clock: Clock,
  logger: Logger,
  health: HealthRegistry,
  shutdown: ShutdownRegistry,
): Promise<DataSource> {
  const source = makeDataSource(config, options);
  await connect(source, clock, logger);
  shutdown.register('close', 'postgres', () => source.destroy());
  if (config.migrate === 'on-start') {
    await runMigrations({ ...migrationTarget(config), ...options, logger });
  }
  const pool = poolOf(source);
  const missing = (): Promise<string[]> =>
    missingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows, options.migrations);
  await waitForSchema(missing, clock, logger, options.schema);
  health.register('postgres', async () => {
    // With a time of its own: on a dead line each probe would otherwise keep one connection of the pool for ever.
    await pool.query({ text: 'SELECT 1', query_timeout: 900 } as QueryConfig);
  });
  return source;
}

async function waitForSchema(
  missing: () => Promise<string[]>,
  clock: Clock,
  logger: Logger,
  schema: string,
): Promise<void> {
  const started = clock.monotonicMs();
  for (let look = 0; ; look += 1) {
    const names = await missing();
    if (names.length === 0) {
      return;
    }
    if (clock.monotonicMs() - started > SCHEMA_WAIT_MS) {
      throw new Error(`the schema ${schema} is older than this build: ${names.join(', ')} not applied (run "migrate")`);
    }
    if (look === 0) {
      logger.warn('Waiting for migrations', { schema, missing: names });
    }
    await clock.delay(500);
  }
}

function migrationTarget(config: ServiceConfig): { url: string } {
  return { url: config.migrationDatabaseUrl ?? config.databaseUrl };
}
