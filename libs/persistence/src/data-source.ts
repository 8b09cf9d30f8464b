import type { Clock, Logger, ServiceConfig } from '@postloom/chassis';
import pg from 'pg';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { EntitySchema } from 'typeorm';

export type EntityClass = abstract new (...args: never[]) => object;

const DEFAULT_POOL_SIZE = 6;
const DATE_OID = 1082;

export interface DataSourceOptions {
  schema: string;
  entities: readonly (EntityClass | EntitySchema)[];
  poolSize?: number;
}

/**
 * The connection pool of a service: its own schema, its own role, never a synchronised schema. Search path and timeouts
 * are settings of the role, so they also hold behind a pooler.
 */
export function makeDataSource(config: ServiceConfig, options: DataSourceOptions): DataSource {
  if (config.databaseUrl === '') {
    throw new Error('DATABASE_URL is missing: this service keeps data');
  }
  pg.types.setTypeParser(DATE_OID, (value) => value); // a calendar day is not an instant in the process's zone
  return new DataSource({
    type: 'postgres',
    // Left alone TypeORM looks for one at run time: beside a bundle that would be a second copy, with parsers of its own.
    driver: pg,
    url: config.databaseUrl,
    schema: options.schema,
    applicationName: `postloom-${config.name}`,
    entities: options.entities as (new () => object)[],
    synchronize: false,
    migrationsRun: false,
    logging: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    parseInt8: true,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    connectTimeoutMS: 5000,
    extra: { pipeline: true, keepAlive: true, idleTimeoutMillis: 30_000 },
  });
}

/** Connects, waiting up to a minute for a database that is still starting. */
export async function connect(dataSource: DataSource, clock: Clock, logger: Logger): Promise<void> {
  const started = clock.monotonicMs();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (clock.monotonicMs() - started > 60_000) {
        throw error;
      }
      if (attempt === 1) {
        logger.warn('Waiting for the database', { error });
      }
      await clock.delay(Math.min(2000, 100 * 2 ** attempt));
    }
  }
}

/** TypeORM's own pg pool: hot statements go to it directly, entities use the same connections. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
