import { Module } from '@nestjs/common';
import { BusinessZones } from './business-zones.ts';
import { BusinessesEvents } from './businesses.events.ts';
import { BusinessesRepository } from './businesses.repository.ts';

@Module({
  controllers: [BusinessesEvents],
  providers: [BusinessZones, BusinessesRepository],
  exports: [BusinessZones],
})
export class BusinessesModule {}

export { BusinessZones };
