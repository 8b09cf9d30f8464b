import { Injectable } from '@nestjs/common';
import type { SharedReport } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Report } from '../reports/index.ts';

/** Those that were kept before reports had logos have none. */
type KeptReport = Omit<Report, 'logo'> & Partial<Pick<Report, 'logo'>>;

/** The one query of links that crosses tenants: nobody is signed in, the token says whose report it is. */
@Injectable()
export class SharedReportClaims {
  constructor(private readonly uow: Uow) {}

  /** Null: no link has this token, or it works no more. Plan: Index Scan using the unique token. */
  async find(tokenHash: string): Promise<SharedReport | null> {
    const row = await this.uow.run(
      Scope.system('the report that a token opens'),
      async (tx) => {
        const [found] = await tx.query<{ report: KeptReport; created_at: Date; expires_at: Date }>(
          `SELECT s.report, s.created_at, s.expires_at FROM report_shares s
          WHERE s.token_hash = $1 AND s.expires_at > now() AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.id = s.business_id)`,
          [tokenHash],
        );
        return found;
      },
      { readOnly: true },
    );
    if (row === undefined) {
      return null;
    }
    const { title, sender, days, comparison, color, credit, logo = null, sections } = row.report;
    return {
      ...{ title, sender, days, comparison, color, credit, logo },
      sections: sections.map(({ columns, rows, ...section }) => ({
        ...section,
        columns: [...columns],
        rows: rows.map((cells) => [...cells]),
      })),
      ...{ createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    };
  }
}
