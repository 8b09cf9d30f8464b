import { Controller, Req } from '@nestjs/common';
import { Clock, Logger } from '@postloom/chassis';
import { AppError, routes } from '@postloom/contracts';
import { clientAddressOf, Input, RateLimiter, Route } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';
import { metrics } from '../metrics.ts';

/** Reports of one address: as many at once, and one more every ten seconds. */
const REPORTS = { capacity: 10, perSecond: 0.1 };
/** Addresses remembered at a time. */
const MOST_ADDRESSES = 10_000;

/** What goes wrong in browsers becomes a log line and a number. The address only counts against the limit and is not kept. */
@Controller()
export class ClientErrorsController {
  private readonly limiter = new RateLimiter(REPORTS, MOST_ADDRESSES);

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  @Route(routes.reportClientError)
  report(@Input() { body }: InputFor<typeof routes.reportClientError>, @Req() request: GatewayRequest): void {
    const retryAfterSeconds = this.limiter.take(clientAddressOf(request), this.clock.monotonicMs());
    if (retryAfterSeconds > 0) {
      metrics.requestsRefused.add(1, { limit: 'client_errors' });
      throw new AppError('rate_limited', undefined, { retryAfterSeconds });
    }
    metrics.clientErrors.add(1, { kind: body.kind });
    this.logger.warn(`web client: ${body.name}`, {
      kind: body.kind,
      screen: body.screen,
      said: body.message,
      frames: body.frames,
    });
  }
}
