import { Injectable } from '@nestjs/common';
import { reportRpc } from '@postloom/contracts';
import type { OutputOf, QueryOf, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { ComposeReport } from './compose-report.ts';

/** GET /api/reports: what the page shows, as a file. */
@Injectable()
export class MakeReport {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeReport: ComposeReport,
  ) {}

  /** @throws AppError no_business, invalid_date, validation_failed */
  async execute(
    { format, ...range }: QueryOf<typeof routes.report>,
    caller: Caller,
  ): Promise<OutputOf<typeof reportRpc.reportMake>> {
    return this.rpc.call(
      reportRpc.reportMake,
      { format, ...(await this.composeReport.execute(range, caller)) },
      caller,
    );
  }
}
