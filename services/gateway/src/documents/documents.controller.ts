import { Controller, Header, Inject } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { routes } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import { Route } from '../http/index.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

@Controller()
export class DocumentsController {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Route(routes.openapi)
  openapi(): Record<string, unknown> {
    return openApiDocument(this.config.publicUrl);
  }

  @Route(routes.docs)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  )
  docs(): string {
    return docsPage();
  }
}
