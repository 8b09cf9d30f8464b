import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/index.ts';
import { SettingsModule } from '../settings/index.ts';
import { CaptionsRpc } from './captions.rpc.ts';
import { GenerateCaption } from './generate-caption.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { LoadPicture } from './load-picture.ts';
import { WriteCaption } from './write-caption.ts';

@Module({
  imports: [ProvidersModule, SettingsModule],
  controllers: [CaptionsRpc],
  providers: [GenerateCaption, GenerationsRepository, LoadPicture, WriteCaption],
  exports: [GenerationsRepository, WriteCaption],
})
export class CaptionsModule {}

export { GenerationsRepository, WriteCaption };
