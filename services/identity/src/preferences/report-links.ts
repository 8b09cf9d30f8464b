import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import { ReportLinksRepository } from './report-links.repository.ts';
import type { ReportLink } from './report-links.repository.ts';

/** Of the 16 bytes of an id. */
const ID_LETTERS = 22;

/**
 * The links at the end of reports by mail that stop them. Such a link begins with its business, whose rows nobody can read without naming
 * it; what follows is as secret as any other link.
 */
@Injectable()
export class ReportLinks {
  constructor(
    private readonly random: Random,
    private readonly repository: ReportLinksRepository,
  ) {}

  async issue(tx: Tx, link: ReportLink): Promise<string> {
    const business = Buffer.from(link.businessId.replaceAll('-', ''), 'hex').toString('base64url');
    const token = business + this.random.token(TOKEN_BYTES);
    await this.repository.insert(tx, tokenHash(token), link);
    return token;
  }
}

/** The business that a link of a report begins with; null for any other link. */
export function businessOfReportLink(token: string): string | null {
  const isOne = token.length === ID_LETTERS + Math.ceil((TOKEN_BYTES * 4) / 3);
  const hex = isOne ? Buffer.from(token.slice(0, ID_LETTERS), 'base64url').toString('hex') : '';
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}
