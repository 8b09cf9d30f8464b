import { Controller } from '@nestjs/common';
import { voicePreviewRpc } from '@postloom/contracts';
import type { ParsedInputOf, VoicePreview } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { PreviewVoice } from './preview-voice.ts';

@Controller()
export class VoicePreviewRpc {
  constructor(private readonly previewVoice: PreviewVoice) {}

  @Rpc(voicePreviewRpc.voicePreview)
  preview(voice: ParsedInputOf<typeof voicePreviewRpc.voicePreview>, context: RpcContext): Promise<VoicePreview> {
    return this.previewVoice.execute(voice, context);
  }
}
