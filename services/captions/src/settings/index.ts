import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/index.ts';
import { ChooseProvider, ReadAiSettings } from './ai-settings.ts';
import { defaultPreferences } from './default-preferences.ts';
import { SettingsRepository } from './settings.repository.ts';
import { SettingsRpc } from './settings.rpc.ts';

@Module({
  imports: [ProvidersModule],
  controllers: [SettingsRpc],
  providers: [SettingsRepository, ReadAiSettings, ChooseProvider],
  exports: [SettingsRepository],
})
export class SettingsModule {}

export { defaultPreferences, SettingsRepository };
