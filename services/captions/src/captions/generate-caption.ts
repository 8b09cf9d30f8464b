import { Injectable } from '@nestjs/common';
import type { Caption, captionsRpc, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash } from '@postloom/persistence';
import { CountedWriting } from './counted-writing.ts';
import { WriteCaption } from './write-caption.ts';

type Input = ParsedInputOf<typeof captionsRpc.captionGenerate>;

/** A caption for a picture, counted once it is there. */
@Injectable()
export class GenerateCaption {
  constructor(
    private readonly counted: CountedWriting,
    private readonly writeCaption: WriteCaption,
  ) {}

  execute(input: Input, context: RpcContext): Promise<Caption> {
    const { source, options } = input;
    return this.counted.execute<Caption>(
      {
        kind: 'caption',
        photoId: 'photoId' in source ? source.photoId : null,
        style: options.style,
        hash: hashOf(input),
        write: (asking) => this.writeCaption.execute({ ...asking, source, options, tell: context.tell }, context),
      },
      context,
    );
  }
}

/** The same picture sent again is stored under another id, but it is the same request. */
function hashOf({ source, options }: Input): string {
  const picture = 'photoId' in source ? source.photoId : (source.sha256 ?? source.scratchId);
  return bodyHash([picture, options]);
}
