import { join } from 'node:path';
import { AppendLog } from '../store/append-log.ts';

export interface Mail {
  /** The envelope's recipients, separated by comma and space. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A mail as `GET /sandbox/mails` answers it: with its number in the order of arrival, from 1. */
export interface NumberedMail extends Mail {
  readonly number: number;
}

/** The mails that arrived, kept on disk. */
export class Inbox {
  readonly #log: AppendLog;
  #mails: Mail[];

  private constructor(log: AppendLog, mails: Mail[]) {
    this.#log = log;
    this.#mails = mails;
  }

  static async open(dir: string): Promise<Inbox> {
    const { log, entries } = await AppendLog.open(join(dir, 'mails.jsonl'), { sync: true });
    return new Inbox(log, entries as Mail[]);
  }

  /** Resolves when the mail is on disk. */
  async keep(mail: Mail): Promise<void> {
    this.#mails.push(mail);
    await this.#log.append(mail);
  }

  /** Newest first; `to` selects the mails to that address, ignoring case. */
  list(to?: string): NumberedMail[] {
    const wanted = to?.trim().toLowerCase();
    const all = this.#mails.map((mail, index) => ({ ...mail, number: index + 1 }));
    const chosen = wanted ? all.filter((mail) => mail.to.toLowerCase().split(', ').includes(wanted)) : all;
    return chosen.toReversed();
  }

  get(number: number): Mail | undefined {
    return this.#mails[number - 1];
  }

  async clear(): Promise<void> {
    this.#mails = [];
    await this.#log.clear();
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
