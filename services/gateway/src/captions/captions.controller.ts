import { Controller, Req, Res } from '@nestjs/common';
import { altTextRpc, captionsRpc, changeRpc, generationRpc, routes, voicePreviewRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Leaving, Route, StreamedAnswer, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { ParkPicture } from './park-picture.ts';

@Controller()
export class CaptionsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly parkPicture: ParkPicture,
  ) {}

  @Route(routes.generateCaption)
  async generate(
    @Input() { body }: InputFor<typeof routes.generateCaption>,
    @Who() caller: Caller,
    @Leaving() signal: AbortSignal,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
  ): Promise<void> {
    const { photoId, imageBase64 = '', options } = body;
    const source = photoId === undefined ? await this.parkPicture.execute(imageBase64, caller) : { photoId };
    const answer = new StreamedAnswer(request, reply);
    const onPart = answer.isWanted ? (part: Uint8Array): void => answer.part(part) : undefined;
    answer.done(await this.rpc.raw(captionsRpc.captionGenerate, { source, options }, caller, { signal, onPart }));
  }

  @Route(routes.changeCaption)
  change(
    @Input() { body }: InputFor<typeof routes.changeCaption>,
    @Who() caller: Caller,
    @Leaving() signal: AbortSignal,
  ): Promise<Uint8Array> {
    return this.rpc.raw(changeRpc.captionChange, body, caller, { signal });
  }

  @Route(routes.suggestAltText)
  suggest(
    @Input() { params }: InputFor<typeof routes.suggestAltText>,
    @Who() caller: Caller,
    @Leaving() signal: AbortSignal,
  ): Promise<Uint8Array> {
    return this.rpc.raw(altTextRpc.altTextSuggest, { photoId: params.id }, caller, { signal });
  }

  @Route(routes.captionHistory)
  history(@Input() { query }: InputFor<typeof routes.captionHistory>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(generationRpc.generationPage, query, caller);
  }

  @Route(routes.aiSettings)
  settings(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.aiSettingsGet, {}, caller);
  }

  @Route(routes.saveAiSettings)
  saveSettings(@Input() { body }: InputFor<typeof routes.saveAiSettings>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.aiSettingsSet, body, caller);
  }

  @Route(routes.captionVoice)
  voice(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.voiceGet, {}, caller);
  }

  @Route(routes.saveCaptionVoice)
  saveVoice(@Input() { body }: InputFor<typeof routes.saveCaptionVoice>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.voiceSet, body, caller);
  }

  @Route(routes.previewVoice)
  previewVoice(
    @Input() { body }: InputFor<typeof routes.previewVoice>,
    @Who() caller: Caller,
    @Leaving() signal: AbortSignal,
  ): Promise<Uint8Array> {
    return this.rpc.raw(voicePreviewRpc.voicePreview, body, caller, { signal });
  }
}
