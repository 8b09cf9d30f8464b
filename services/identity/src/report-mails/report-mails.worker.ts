import { Injectable } from '@nestjs/common';
import { reportFileRpc, reportLogoRpc } from '@postloom/contracts';
import type { ReportBrand } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { config } from '../config.ts';
import { failureName, isFinalRefusal, Mailer, nextTryInSeconds, reportMail } from '../mail/index.ts';
import { metrics } from '../metrics.ts';
import { Notify } from '../notifications/index.ts';
import { ReportLinks } from '../preferences/index.ts';
import { GetReportBrand } from '../report-brand/index.ts';
import { REPORT_MAILS, ReportMailsClaims } from './report-mails.claims.ts';
import type { ReportMailRow } from './report-mails.claims.ts';
import { reportNotice } from './report-notice.ts';

/** Longer than making a file and handing it over may take, so that the lease ends only when the process is gone. */
const LEASE_SECONDS = 90;

/**
 * Makes the reports that are due and sends them. Apart from the queue of mails, so that a link that somebody waits for is never behind a
 * file that takes seconds to make. What a report says is read when it is sent; nothing of it is stored.
 */
@Injectable()
export class ReportMailsWorker extends LeasedTableWorker<ReportMailRow> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly claims: ReportMailsClaims,
    private readonly mailer: Mailer,
    private readonly links: ReportLinks,
    private readonly notify: Notify,
    private readonly brands: GetReportBrand,
  ) {
    super(tools, {
      ...{ name: 'report mails', slots: 2, pollMs: 5_000, table: REPORT_MAILS, leaseSeconds: LEASE_SECONDS },
      scope: Scope.system('reports by mail'),
    });
  }

  protected override async work(mail: ReportMailRow): Promise<void> {
    const { business_id: businessId, schedule_id: scheduleId } = mail;
    const scope = Scope.business(businessId);
    const facts = await this.uow.run(scope, (tx) => this.claims.facts(tx, mail.id), { readOnly: true });
    if (facts === null) {
      await this.uow.run(scope, (tx) => this.claims.giveUp(tx, mail, 'nobody to send it to'));
      return;
    }
    const { email, format, from, to, userId } = facts;
    const caller = { ...this.rpc.systemCaller('identity'), businessId };
    const brand = await this.brandOf(businessId, caller);
    const file = await this.rpc.call(reportFileRpc.reportCompose, { format, from, to, brand }, caller);
    const token = await this.uow.run(scope, (tx) => this.links.issue(tx, { businessId, userId, scheduleId }));
    const publicUrl = config.publicUrl.replace(/\/+$/, '');
    await this.mailer.send({
      ...reportMail({ publicUrl, brand, days: { from, to }, format, unsubscribeToken: token }),
      ...{ to: email, id: mail.id },
      attachments: [
        { filename: file.fileName, contentType: file.mimeType, content: Buffer.from(file.base64, 'base64') },
      ],
    });
    await this.uow.run(scope, (tx) => this.claims.markSent(tx, mail));
    metrics.mailsSent.add(1, { kind: 'report' });
  }

  private async brandOf(businessId: string, caller: Caller): Promise<ReportBrand> {
    const { brand } = await this.brands.execute(businessId);
    return brand.isWhiteLabel ? { ...brand, ...(await this.rpc.call(reportLogoRpc.reportLogoGet, {}, caller)) } : brand;
  }

  protected override async failed(mail: ReportMailRow, error: unknown): Promise<void> {
    const wait = isFinalRefusal(error) ? null : nextTryInSeconds(mail.tries);
    const reason = failureName(error);
    const { business_id: businessId, schedule_id: scheduleId } = mail;
    await this.uow.run(Scope.business(businessId), async (tx) => {
      if (wait !== null) {
        await this.claims.putBack(tx, mail, reason, wait);
        return;
      }
      const at = await this.claims.giveUp(tx, mail, reason);
      if (at !== null) {
        await this.notify.execute(tx, { businessId, at: at.toISOString() }, () => reportNotice(scheduleId));
      }
    });
    metrics.mailsFailed.add(1, { kind: 'report', again: wait === null ? 'no' : 'yes' });
    this.tools.logger.warn('A report could not be sent', {
      mailId: mail.id,
      reason,
      tries: mail.tries,
      inSeconds: wait,
    });
  }
}
