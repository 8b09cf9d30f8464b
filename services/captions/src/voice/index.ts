import { Module } from '@nestjs/common';
import { ReadVoice } from './read-voice.ts';
import { VoiceRepository } from './voice.repository.ts';
import { VoiceRpc } from './voice.rpc.ts';

@Module({ controllers: [VoiceRpc], providers: [ReadVoice, VoiceRepository], exports: [ReadVoice, VoiceRepository] })
export class VoiceModule {}

export { ReadVoice, VoiceRepository };
