import { Injectable } from '@nestjs/common';
import { identityCheck, ShutdownRegistry } from '@postloom/chassis';
import type { Transporter } from 'nodemailer';
import { config } from '../config.ts';
import { LOGO_ID } from './letter.ts';
import type { MailText } from './mail-texts.ts';

export interface Mail extends MailText {
  readonly to: string;
  /** The same for all tries, so that a mail sent twice is shown once. */
  readonly id: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
}

/** Hands mails to the SMTP server of `SMTP_URL`. The library is loaded with the first mail. */
@Injectable()
export class Mailer {
  private transport: Promise<Transporter> | undefined;
  private openedFor: string | undefined;

  constructor(shutdown: ShutdownRegistry) {
    shutdown.register('close', 'smtp', async () => (await this.transport)?.close());
  }

  /** Resolves when the server has taken the mail; every step has a time limit, 25 s in all. */
  async send(mail: Mail): Promise<void> {
    const host = new URL(config.publicUrl).hostname;
    const from = senderOf(config.mailFrom ?? `Postloom <no-reply@${host}>`, mail.from);
    const transport = await this.open();
    await transport.sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: [...logoOf(mail), ...(mail.attachments ?? [])],
      messageId: `<${mail.id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(mail) },
    });
  }

  /** Each mail has a connection of its own, so those of a former address end by themselves. */
  private open(): Promise<Transporter> {
    if (this.transport === undefined || this.openedFor !== config.smtpUrl) {
      this.openedFor = config.smtpUrl;
      this.transport = open(config.smtpUrl);
    }
    return this.transport;
  }
}

/** The product's own sender, or its address under another name. */
function senderOf(own: string, name: string | undefined): string | { name: string; address: string } {
  return name === undefined ? own : { name, address: /<([^<>]+)>\s*$/.exec(own)?.[1] ?? own };
}

/** Shown in the mail, and listed by no program as a file of it. */
function logoOf({ logo }: Mail) {
  return logo === undefined
    ? []
    : [
        {
          ...{ cid: LOGO_ID, filename: 'logo.png', contentType: 'image/png' },
          ...{ contentDisposition: 'inline' as const, content: Buffer.from(logo.png, 'base64') },
        },
      ];
}

/** What lets a mail program stop mails like this one with one click (RFC 8058). */
function oneClick({ unsubscribe }: Mail): Record<string, string> {
  return unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    tls: { checkServerIdentity: identityCheck('smtp') },
    // No part of a mail comes from a file or a URL; the library must not fetch either.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
