import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { SharedReport } from '@postloom/contracts';
import { hashOf } from './share-token.ts';
import { SharedReportClaims } from './shared-report.claims.ts';

/** POST /api/shared-report: served without a session, the token is the permission. */
@Injectable()
export class OpenSharedReport {
  constructor(private readonly reports: SharedReportClaims) {}

  /** @throws AppError invalid_token, the same for a link that is unknown, expired or withdrawn and for one of a deleted business */
  async execute(token: string): Promise<SharedReport> {
    const report = await this.reports.find(hashOf(token));
    if (report === null) {
      throw new AppError('invalid_token', 'This link has expired or was withdrawn.');
    }
    return report;
  }
}
