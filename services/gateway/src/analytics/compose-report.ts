import { Injectable } from '@nestjs/common';
import { AppError, albumRpc, reportBrandRpc, reportLogoRpc, rowsOf } from '@postloom/contracts';
import type { ParsedInputOf, QueryOf, ReportBrand, reportRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { ComposeAnalytics } from './compose-analytics.ts';

/** What a report says: the page, with the names of what it mentions and of who it is from. */
@Injectable()
export class ComposeReport {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeAnalytics: ComposeAnalytics,
  ) {}

  /** @throws AppError no_business, invalid_date, validation_failed */
  async execute(
    range: QueryOf<typeof routes.analytics>,
    caller: Caller,
  ): Promise<Omit<ParsedInputOf<typeof reportRpc.reportMake>, 'format'>> {
    if (caller.businessId === null) {
      throw new AppError('no_business');
    }
    const [analytics, albums, brand] = await Promise.all([
      this.composeAnalytics.execute(range, caller),
      this.rpc.call(albumRpc.albumList, {}, caller),
      this.brand(caller),
    ]);
    return { analytics, brand, albums: rowsOf(albums).map(({ id, name }) => ({ id, name })) };
  }

  private async brand(caller: Caller): Promise<ReportBrand> {
    const { brand } = await this.rpc.call(reportBrandRpc.reportBrandGet, {}, caller);
    return brand.isWhiteLabel ? { ...brand, ...(await this.rpc.call(reportLogoRpc.reportLogoGet, {}, caller)) } : brand;
  }
}
