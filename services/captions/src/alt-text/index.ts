import { Module } from '@nestjs/common';
import { CaptionsModule } from '../captions/index.ts';
import { VoiceModule } from '../voice/index.ts';
import { AltTextRpc } from './alt-text.rpc.ts';
import { SuggestAltText } from './suggest-alt-text.ts';

@Module({ imports: [CaptionsModule, VoiceModule], controllers: [AltTextRpc], providers: [SuggestAltText] })
export class AltTextModule {}
