import { Module } from '@nestjs/common';
import { PlatformsModule } from '../platforms/index.ts';
import { VaultModule } from '../vault/index.ts';
import { InsightsWorker } from './insights.worker.ts';
import { ReadInsights } from './read-insights.ts';
import { ReadingsClaims } from './readings.claims.ts';
import { ReadingsRepository } from './readings.repository.ts';

@Module({
  imports: [PlatformsModule, VaultModule],
  providers: [InsightsWorker, ReadInsights, ReadingsClaims, ReadingsRepository],
  exports: [ReadingsRepository],
})
export class InsightsModule {}
