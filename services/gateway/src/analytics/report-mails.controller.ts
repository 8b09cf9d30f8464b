import { Controller } from '@nestjs/common';
import { reportBrandRpc, reportLogoRpc, reportMailRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

/** The reports that a person gets by mail, and what reports look like. */
@Controller()
export class ReportMailsController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.reportBrand)
  brand(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportBrandRpc.reportBrandGet, {}, caller);
  }

  @Route(routes.saveReportBrand)
  saveBrand(@Input() { body }: InputFor<typeof routes.saveReportBrand>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportBrandRpc.reportBrandSet, body, caller);
  }

  @Route(routes.reportLogo)
  logo(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportLogoRpc.reportLogoGet, {}, caller);
  }

  @Route(routes.saveReportLogo)
  saveLogo(@Input() { body }: InputFor<typeof routes.saveReportLogo>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportLogoRpc.reportLogoSet, body, caller);
  }

  @Route(routes.deleteReportLogo)
  async deleteLogo(@Who() caller: Caller): Promise<void> {
    await this.rpc.call(reportLogoRpc.reportLogoDelete, {}, caller);
  }

  @Route(routes.reportSchedules)
  list(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportMailRpc.reportScheduleList, {}, caller);
  }

  @Route(routes.createReportSchedule)
  create(@Input() { body }: InputFor<typeof routes.createReportSchedule>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportMailRpc.reportScheduleCreate, body, caller);
  }

  @Route(routes.updateReportSchedule)
  update(
    @Input() { params, body }: InputFor<typeof routes.updateReportSchedule>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(reportMailRpc.reportScheduleUpdate, { id: params.id, changes: body }, caller);
  }

  @Route(routes.deleteReportSchedule)
  async delete(
    @Input() { params }: InputFor<typeof routes.deleteReportSchedule>,
    @Who() caller: Caller,
  ): Promise<void> {
    await this.rpc.call(reportMailRpc.reportScheduleDelete, params, caller);
  }
}
