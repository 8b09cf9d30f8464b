import { Module } from '@nestjs/common';
import { CaptionsModule } from '../captions/index.ts';
import { PreviewVoice } from './preview-voice.ts';
import { VoicePreviewRpc } from './voice-preview.rpc.ts';

@Module({ imports: [CaptionsModule], controllers: [VoicePreviewRpc], providers: [PreviewVoice] })
export class VoicePreviewModule {}
