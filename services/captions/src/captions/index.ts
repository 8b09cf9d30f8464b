import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/index.ts';
import { SettingsModule } from '../settings/index.ts';
import { VoiceModule } from '../voice/index.ts';
import { AskInTurn } from './ask-in-turn.ts';
import { BringBackCaptions } from './bring-back-captions.ts';
import { CaptionsRpc } from './captions.rpc.ts';
import { CountedWriting } from './counted-writing.ts';
import { EditsEvents } from './edits.events.ts';
import { EditsRepository } from './edits.repository.ts';
import { FindOrigin } from './find-origin.ts';
import { GenerateCaption } from './generate-caption.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { LoadPicture } from './load-picture.ts';
import { ReadContext } from './read-context.ts';
import { WriteCaption } from './write-caption.ts';

@Module({
  imports: [ProvidersModule, SettingsModule, VoiceModule],
  controllers: [CaptionsRpc, EditsEvents],
  providers: [
    ...[AskInTurn, BringBackCaptions, CountedWriting, EditsRepository, FindOrigin, GenerateCaption],
    ...[GenerationsRepository, LoadPicture, ReadContext, WriteCaption],
  ],
  exports: [AskInTurn, CountedWriting, FindOrigin, GenerationsRepository, LoadPicture, WriteCaption],
})
export class CaptionsModule {}

export { cleanCaption } from './clean-caption.ts';
export { profileText } from './profile-text.ts';
export { PROMPT_VERSION } from './prompt.ts';
export { asData, asText, emojis, marked, profileLines, styles, tones } from './prompt-parts.ts';
export { saysTheSame } from './same-words.ts';
export { trailingHashtags } from './trailing-hashtags.ts';
export { AskInTurn, CountedWriting, FindOrigin, GenerationsRepository, LoadPicture, WriteCaption };
export type { Asking } from './ask-in-turn.ts';
export type { WithHashtags } from './trailing-hashtags.ts';
