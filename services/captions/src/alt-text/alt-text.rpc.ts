import { Controller } from '@nestjs/common';
import { altTextRpc } from '@postloom/contracts';
import type { ParsedInputOf, SuggestedAltText } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { SuggestAltText } from './suggest-alt-text.ts';

@Controller()
export class AltTextRpc {
  constructor(private readonly suggestAltText: SuggestAltText) {}

  @Rpc(altTextRpc.altTextSuggest)
  suggest(input: ParsedInputOf<typeof altTextRpc.altTextSuggest>, context: RpcContext): Promise<SuggestedAltText> {
    return this.suggestAltText.execute(input, context);
  }
}
