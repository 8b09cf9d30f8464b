export { InsightsModule } from './insights.module.ts';
export { ReadingsRepository } from './readings.repository.ts';
