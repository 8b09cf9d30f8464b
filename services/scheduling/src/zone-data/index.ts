export { ZoneDataModule } from './zone-data.module.ts';
