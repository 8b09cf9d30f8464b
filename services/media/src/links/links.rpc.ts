import { Controller } from '@nestjs/common';
import { linkRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { FetchLink } from './fetch-link.ts';

@Controller()
export class LinksRpc {
  constructor(private readonly fetchLink: FetchLink) {}

  @Rpc(linkRpc.linkFetch)
  fetch(
    input: ParsedInputOf<typeof linkRpc.linkFetch>,
    context: RpcContext,
  ): Promise<OutputOf<typeof linkRpc.linkFetch>> {
    return this.fetchLink.execute(input, context);
  }
}
