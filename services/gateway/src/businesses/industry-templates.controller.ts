import { createHash } from 'node:crypto';
import { Controller, Req, Res } from '@nestjs/common';
import { industryTemplates, routes } from '@postloom/contracts';
import type { IndustryKey } from '@postloom/contracts';
import { Input, isKnown, Route } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';

/** An answer that only a new version of this program changes. */
interface FixedAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The templates are part of the contracts and the same for everybody, so they are answered here. */
@Controller()
export class IndustryTemplatesController {
  private readonly all: FixedAnswer;
  private readonly byIndustry: ReadonlyMap<IndustryKey, FixedAnswer>;

  constructor() {
    const templates = industryTemplates();
    this.all = fixedAnswer(templates);
    this.byIndustry = new Map(templates.map((template) => [template.key, fixedAnswer([template])]));
  }

  /** A browser asks again before it uses its copy, and is answered 304 until the texts change. */
  @Route(routes.industryTemplates)
  templates(
    @Input() { query }: InputFor<typeof routes.industryTemplates>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
  ): Buffer | undefined {
    const { bytes, etag } = (query.industry && this.byIndustry.get(query.industry)) ?? this.all;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isKnown(request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    return bytes;
  }
}

function fixedAnswer(answer: unknown): FixedAnswer {
  const bytes = Buffer.from(JSON.stringify(answer));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
