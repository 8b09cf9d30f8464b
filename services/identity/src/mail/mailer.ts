import { Injectable } from '@nestjs/common';
import { ShutdownRegistry } from '@postloom/chassis';
import type { Transporter } from 'nodemailer';
import { config } from '../config.ts';
import type { MailText } from './mail-texts.ts';

export interface Mail extends MailText {
  readonly to: string;
  /** The same for all tries, so that a mail sent twice is shown once. */
  readonly id: string;
}

/** Hands mails to the SMTP server of `SMTP_URL`. The library is loaded with the first mail. */
@Injectable()
export class Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(shutdown: ShutdownRegistry) {
    shutdown.register('close', 'smtp', async () => (await this.transport)?.close());
  }

  /** Resolves when the server has taken the mail; every step has a time limit, 25 s in all. */
  async send(mail: Mail): Promise<void> {
    const host = new URL(config.publicUrl).hostname;
    const from = config.mailFrom ?? `Postloom <no-reply@${host}>`;
    this.transport ??= open();
    await (
      await this.transport
    ).sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

async function open(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: config.smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    // No part of a mail comes from a file or a URL; the library must not fetch either.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
