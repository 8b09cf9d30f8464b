import { Module } from '@nestjs/common';
import { RollUpsModule } from '../roll-ups/index.ts';
import { SamplesEvents } from './samples.events.ts';
import { SamplesRepository } from './samples.repository.ts';

@Module({
  imports: [RollUpsModule],
  controllers: [SamplesEvents],
  providers: [SamplesRepository],
  exports: [SamplesRepository],
})
export class SamplesModule {}

export { SamplesRepository };
