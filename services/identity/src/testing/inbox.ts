import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@postloom/testing';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on a free port that keeps the mails it receives. */
export interface Inbox {
  readonly url: string;
  readonly mails: Email[];
  /** While set, every recipient is refused with this reply. */
  refusal: { code: number; text: string } | null;
  /** The newest mail to an address with this subject, once it has arrived. */
  mailTo(address: string, subject: RegExp): Promise<Email>;
  countTo(address: string): number;
  close(): Promise<void>;
}

/** @param certificate over TLS from the first byte, as `localhost` */
export async function openInbox(certificate?: { readonly cert: string; readonly key: string }): Promise<Inbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(certificate && { secure: true, ...certificate }),
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      callback(
        inbox.refusal ? Object.assign(new Error(inbox.refusal.text), { responseCode: inbox.refusal.code }) : null,
      );
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            mails.push(mail);
            callback(null);
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  server.on('error', () => undefined); // somebody who does not trust the certificate hangs up
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const to = (mail: Email): string | undefined => mail.to?.[0]?.address;
  const inbox: Inbox = {
    url: certificate ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    mails,
    refusal: null,
    mailTo: (address, subject) =>
      eventually(`a mail to ${address} about ${String(subject)} arrives`, () => {
        const found = mails.findLast((mail) => to(mail) === address && subject.test(mail.subject ?? ''));
        if (!found) {
          throw new Error(
            `there are ${mails.length} mails: ${mails.map((mail) => `${to(mail)} ${mail.subject}`).join(', ')}`,
          );
        }
        return found;
      }),
    countTo: (address) => mails.filter((mail) => to(mail) === address).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return inbox;
}

/** The secret of the link in a mail. */
export function linkToken(mail: Email): string {
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1];
  if (token === undefined) {
    throw new Error(`There is no link in this mail: ${mail.text}`);
  }
  return token;
}
