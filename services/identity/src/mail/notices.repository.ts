import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { kindOfNotice } from '../preferences/index.ts';
import type { NoticeKind } from '../preferences/index.ts';
import type { MailNotices } from './notices-letter.ts';

const MOST_IN_A_MAIL = 20;

interface NoticeRow {
  readonly business_id: string;
  readonly business: string;
  readonly title: string;
  readonly message: string;
  readonly firstWords: string | null;
  readonly link: string | null;
  readonly all: number;
  readonly kinds: NoticeKind[];
}

@Injectable()
export class NoticesRepository {
  /**
   * What a mail is about, oldest first, and of which kinds; null when all of it is gone. In the system's scope: a mail knows no business.
   */
  async of(tx: Tx, mailId: string): Promise<{ notices: MailNotices; kinds: NotificationKind[] } | null> {
    const rows = await tx.query<NoticeRow>(
      `SELECT b.id AS business_id, b.name AS business, n.title, n.message, n.first_words AS "firstWords", n.link, count(*) OVER ()::int AS all, array_agg(n.kind) OVER () AS kinds
         FROM notifications n JOIN businesses b ON b.id = n.business_id
        WHERE n.mail_id = $1 ORDER BY n.created_at, n.id LIMIT $2`,
      [mailId, MOST_IN_A_MAIL],
    );
    const [first] = rows;
    return first
      ? {
          notices: { businessId: first.business_id, business: first.business, all: first.all, notices: rows },
          kinds: [...new Set(first.kinds.map((kind) => kindOfNotice[kind]))],
        }
      : null;
  }
}
