import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { MailNotices } from './mail-texts.ts';

const MOST_IN_A_MAIL = 20;

@Injectable()
export class NoticesRepository {
  /** What a mail is about, oldest first; null when all of it is gone. In the system's scope: a mail knows no business. */
  async of(tx: Tx, mailId: string): Promise<MailNotices | null> {
    const rows = await tx.query<{ business: string; title: string; message: string; link: string | null; all: number }>(
      `SELECT b.name AS business, n.title, n.message, n.link, count(*) OVER ()::int AS all
         FROM notifications n JOIN businesses b ON b.id = n.business_id
        WHERE n.mail_id = $1 ORDER BY n.created_at, n.id LIMIT $2`,
      [mailId, MOST_IN_A_MAIL],
    );
    const [first] = rows;
    return first ? { business: first.business, all: first.all, notices: rows } : null;
  }
}
