import { Module } from '@nestjs/common';
import { CaptionsModule } from '../captions/index.ts';
import { VoiceModule } from '../voice/index.ts';
import { ChangeCaption } from './change-caption.ts';
import { ChangesRpc } from './changes.rpc.ts';

@Module({ imports: [CaptionsModule, VoiceModule], controllers: [ChangesRpc], providers: [ChangeCaption] })
export class ChangesModule {}
