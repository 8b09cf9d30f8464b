import { Controller } from '@nestjs/common';
import { captionsRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';
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
  ): Promise<Uint8Array> {
    const { photoId, imageBase64 = '', options } = body;
    const source = photoId === undefined ? await this.parkPicture.execute(imageBase64, caller) : { photoId };
    return this.rpc.raw(captionsRpc.captionGenerate, { source, options }, caller);
  }

  @Route(routes.aiSettings)
  settings(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.aiSettingsGet, {}, caller);
  }

  @Route(routes.saveAiSettings)
  saveSettings(@Input() { body }: InputFor<typeof routes.saveAiSettings>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.aiSettingsSet, body, caller);
  }
}
