import { Global, Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, HealthRegistry, Logger, Loops, registerCommand, ShutdownRegistry } from '@postloom/chassis';
import type { ServiceConfig } from '@postloom/chassis';
import type { QueryConfig } from 'pg';
import { Database } from './database.ts';
import { Entitlements } from './entitlements.ts';
import { Idempotency } from './idempotency.ts';
import { Housekeeping } from './housekeeping.ts';
import { WorkerTools } from './leased-worker.ts';
import { Leases } from './leases.ts';
import { missingMigrations, runMigrations } from './migration-runner.ts';
import type { MigrationClass, MigrationOptions } from './migration-runner.ts';
import { Quotas } from './quotas.ts';
import { addRetention, infrastructureRetention } from './retention.ts';
import type { RetentionRule } from './retention.ts';
import { Throttles } from './throttles.ts';
import { Tombstones } from './tombstones.ts';
import { Uow } from './uow.ts';
import { addUpkeep } from './upkeep.ts';

export interface PersistenceOptions {
  /** Schema and login role of the service: 'scheduling', 'publisher'. */
  schema: string;
  /** In order; the first is `...infrastructureMigrations()`. */
  migrations: readonly MigrationClass[];
  /** Connections of this process at most when DATABASE_POOL_SIZE is not set, default 6. */
  poolSize?: number;
  /** Rules for the removal of the service's old rows; those of the infrastructure tables are always included. */
  retention?: readonly RetentionRule[];
  /** Days or months, by the table's rule, for which partitions of the service's own tables are kept: settings, read at each migration. */
  keepPartitionsFor?: () => Readonly<Record<string, number>>;
  /** The service owns a limit: its base migration was made with `{ quotas: true }`. Default: determined from the migrations. */
  quotas?: boolean;
}

const OPTIONS = Symbol('PERSISTENCE_OPTIONS');
const SCHEMA_WAIT_MS = 60_000;

/** Database, Uow, Leases, Idempotency, Quotas and Entitlements, for every module of the service. */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly idempotency: Idempotency,
    private readonly quotas: Quotas,
    private readonly throttles: Throttles,
    private readonly housekeeping: Housekeeping,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(OPTIONS) private readonly options: PersistenceOptions,
  ) {}

  static forRoot(options: PersistenceOptions): DynamicModule {
    registerCommand('migrate', async (config, logger) => {
      const applied = await runMigrations({ ...migrationTarget(config, options), ...options, logger });
      logger.info('The schema is at the version of this build', { schema: options.schema, applied: applied.length });
    });
    const providers = [
      { provide: OPTIONS, useValue: options },
      {
        provide: Database,
        useFactory: openDatabase,
        inject: [OPTIONS, CONFIG, Clock, Logger, HealthRegistry, ShutdownRegistry],
      },
      {
        provide: Uow,
        useFactory: (database: Database, logger: Logger) => new Uow(database, logger),
        inject: [Database, Logger],
      },
      { provide: Leases, useFactory: () => new Leases() },
      {
        provide: WorkerTools,
        useFactory: (...tools: ConstructorParameters<typeof WorkerTools>) => new WorkerTools(...tools),
        inject: [Uow, Loops, Leases, Logger, Clock, ShutdownRegistry],
      },
      { provide: Housekeeping, useFactory: (tools: WorkerTools) => new Housekeeping(tools), inject: [WorkerTools] },
      { provide: Idempotency, useFactory: () => new Idempotency() },
      { provide: Entitlements, useFactory: () => new Entitlements() },
      { provide: Throttles, useFactory: (config: ServiceConfig) => new Throttles(config), inject: [CONFIG] },
      { provide: Tombstones, useFactory: () => new Tombstones() },
      { provide: Quotas, useFactory: (entitlements: Entitlements) => new Quotas(entitlements), inject: [Entitlements] },
    ];
    return {
      module: PersistenceModule,
      providers,
      exports: [
        Database,
        Uow,
        Leases,
        WorkerTools,
        Housekeeping,
        Idempotency,
        Entitlements,
        Throttles,
        Tombstones,
        Quotas,
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    const hasQuotas = this.options.quotas ?? (await this.hasTable('reservations'));
    addUpkeep(this.housekeeping, {
      uow: this.uow,
      idempotency: this.idempotency,
      quotas: hasQuotas ? this.quotas : undefined,
      throttles: (await this.hasTable('throttles')) ? this.throttles : undefined,
    });
    const { retention = [] } = this.options;
    addRetention(this.housekeeping, this.uow, [...infrastructureRetention(this.config, hasQuotas), ...retention]);
  }

  private async hasTable(name: string): Promise<boolean> {
    const [found] = await this.database.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
      `${this.options.schema}.${name}`,
    ]);
    return found?.there ?? false;
  }
}

/**
 * Migrates when the config says so, connects, and waits until the schema is at least at this build's version: nothing
 * of the service runs on an older one.
 */
async function openDatabase(
  options: PersistenceOptions,
  config: ServiceConfig,
  clock: Clock,
  logger: Logger,
  health: HealthRegistry,
  shutdown: ShutdownRegistry,
): Promise<Database> {
  const database = new Database(config, options);
  shutdown.register('close', 'postgres', () => database.close());
  await database.waitUntilUp(clock, logger);
  const missing = (): Promise<string[]> => missingMigrations((sql) => database.query(sql), options.migrations);
  // Checked first: a process with nothing to migrate does not load the migrator.
  if (config.migrate === 'on-start' && (await missing()).length > 0) {
    await runMigrations({ ...migrationTarget(config, options), ...options, logger });
  }
  await waitForSchema(missing, clock, logger, options.schema);
  health.register('postgres', async () => {
    // With a time limit of its own: on a dead line each probe would otherwise occupy a connection of the pool for good.
    await database.pool.query({ text: 'SELECT 1', query_timeout: 900 } as QueryConfig);
  });
  return database;
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

/** @throws {Error} when the inbox would forget what the outbox still has: the feed would bring it as new */
function migrationTarget(
  config: ServiceConfig,
  { keepPartitionsFor }: PersistenceOptions,
): Pick<MigrationOptions, 'url' | 'keepPartitions'> {
  const { keepOutboxDays: outbox, keepInboxDays: inbox } = config;
  if (inbox < outbox + 2) {
    throw new Error(`KEEP_INBOX_DAYS (${inbox}) must be at least KEEP_OUTBOX_DAYS (${outbox}) + 2`);
  }
  return {
    url: config.migrationDatabaseUrl ?? config.databaseUrl,
    keepPartitions: { outbox, inbox, ...keepPartitionsFor?.() },
  };
}
