import { Injectable } from '@nestjs/common';
import {
  captionsRpc,
  generationRpc,
  identityRpc,
  notificationRpc,
  recurringRpc,
  reportBrandRpc,
  reportMailRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type {
  Business,
  CaptionVoice,
  InputOf,
  Occurrence,
  OutputOf,
  Post,
  RecurringSchedule,
  ReportBrandSettings,
  ReportSchedule,
  RpcContract,
  WrittenCaption,
} from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { ExportJob } from './export-job.ts';
import { paged, pageOf } from './paged.ts';
import type { Page } from './paged.ts';

/** Occurrences of a schedule that are exported. */
const COMING = 100;

/** What the other services have of the person, as they answer it: page by page, in the name of this service. */
@Injectable()
export class ExportReads {
  constructor(private readonly rpc: Rpc) {}

  async account(job: ExportJob) {
    const [person, captionPreferences, notificationPreferences] = await Promise.all([
      this.ask(job, null, identityRpc.personGet, {}),
      this.ask(job, null, captionsRpc.preferencesGet, {}),
      this.ask(job, null, notificationRpc.notificationPreferencesGet, {}),
    ]);
    return { ...person, captionPreferences, notificationPreferences };
  }

  async businesses(job: ExportJob, cursor: string | null): Promise<Page<Business>> {
    return pageOf(await this.ask(job, null, identityRpc.businessList, paged(1, cursor)));
  }

  async activeBusinessId(job: ExportJob): Promise<string | null> {
    return (await this.ask(job, null, identityRpc.personGet, {})).activeBusinessId;
  }

  async aiSettings(job: ExportJob, businessId: string) {
    const { currentProvider, failover } = await this.ask(job, businessId, captionsRpc.aiSettingsGet, {});
    return { aiProvider: currentProvider, failover };
  }

  captionVoice(job: ExportJob, businessId: string): Promise<CaptionVoice> {
    return this.ask(job, businessId, captionsRpc.voiceGet, {});
  }

  async reportSchedules(job: ExportJob, businessId: string): Promise<ReportSchedule[]> {
    return (await this.ask(job, businessId, reportMailRpc.reportScheduleList, {})).schedules;
  }

  async reportBrand(job: ExportJob, businessId: string): Promise<ReportBrandSettings['saved']> {
    return (await this.ask(job, businessId, reportBrandRpc.reportBrandGet, {})).saved;
  }

  async posts(job: ExportJob, businessId: string, cursor: string | null): Promise<Page<Post>> {
    return pageOf(await this.ask(job, businessId, schedulingRpc.postList, paged(50, cursor)));
  }

  async schedules(job: ExportJob, businessId: string, cursor: string | null): Promise<Page<RecurringSchedule>> {
    return pageOf(await this.ask(job, businessId, recurringRpc.scheduleList, paged(20, cursor)));
  }

  upcoming(job: ExportJob, businessId: string, id: string): Promise<Occurrence[]> {
    return this.ask(job, businessId, recurringRpc.scheduleUpcoming, { id, count: COMING });
  }

  async captions(job: ExportJob, businessId: string, cursor: string | null): Promise<Page<WrittenCaption>> {
    return pageOf(await this.ask(job, businessId, generationRpc.generationPage, paged(50, cursor)));
  }

  private ask<C extends RpcContract>(
    { user_id: userId }: ExportJob,
    businessId: string | null,
    contract: C,
    input: InputOf<C>,
  ): Promise<OutputOf<C>> {
    return this.rpc.call(contract, input, { ...this.rpc.systemCaller('media'), userId, businessId });
  }
}
