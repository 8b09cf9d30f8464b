import { Module } from '@nestjs/common';
import { DayFiguresRepository } from './day-figures.repository.ts';
import { RollUpWorker } from './roll-up.worker.ts';
import { StaleDaysClaims } from './stale-days.claims.ts';
import { StaleDaysRepository } from './stale-days.repository.ts';

@Module({
  providers: [DayFiguresRepository, RollUpWorker, StaleDaysClaims, StaleDaysRepository],
  exports: [StaleDaysRepository],
})
export class RollUpsModule {}

export { BEST_OF_A_DAY, DayFiguresRepository } from './day-figures.repository.ts';
export { StaleDaysClaims } from './stale-days.claims.ts';
export { StaleDaysRepository, zoneOf } from './stale-days.repository.ts';
