import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChassisModule, registerCommand } from '@postloom/chassis';
import { PersistenceModule } from '@postloom/persistence';
import type { PersistenceOptions } from '@postloom/persistence';
import type { AnalyticsConfig } from '../config.ts';
import { DayFiguresRepository, StaleDaysClaims, StaleDaysRepository } from '../roll-ups/index.ts';
import { SamplesRepository } from '../samples/index.ts';
import { BusinessesClaims } from './businesses.claims.ts';
import { RebuildFigures } from './rebuild-figures.ts';

/** What the command needs of the service: its settings and its database, without anything that works by itself. */
@Module({})
class RebuildCommandModule {}

/** For operators: `rebuild` makes the sums of all businesses again from what was read; nothing stands still meanwhile. */
export function registerRebuildCommand(config: AnalyticsConfig, persistence: PersistenceOptions): void {
  const root: DynamicModule = {
    module: RebuildCommandModule,
    imports: [ChassisModule.forRoot(config), PersistenceModule.forRoot(persistence)],
    providers: [
      ...[BusinessesClaims, DayFiguresRepository, RebuildFigures, SamplesRepository],
      ...[StaleDaysClaims, StaleDaysRepository],
    ],
  };
  registerCommand('rebuild', async (_config, logger) => {
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    try {
      logger.info('Figures were rebuilt', { businesses: await app.get(RebuildFigures).execute() });
    } finally {
      await app.close();
    }
  });
}
