import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger, overrideEnvironment, ShutdownRegistry } from '@postloom/chassis';
import { testAuthority, trusting } from '@postloom/testing';
import type { ServerCertificate } from '@postloom/testing';
import { openInbox } from '../testing/inbox.ts';
import type { Inbox } from '../testing/inbox.ts';
import { Mailer } from './mailer.ts';

describe('a mail server with a certificate of the installation’s own authority', () => {
  const authority = testAuthority();
  const inboxes: Inbox[] = [];
  const mail = { to: 'anna@example.com', id: 'one', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

  const send = async (certificate: ServerCertificate): Promise<string> => {
    const inbox = await openInbox(certificate);
    inboxes.push(inbox);
    overrideEnvironment({ SERVICE_INTERNAL_PORT: '4000', SMTP_URL: inbox.url });
    const mailer = new Mailer(new ShutdownRegistry(createLogger('test', 'silent')));
    return mailer.send(mail).then(
      () => `delivered ${inbox.mails.length}`,
      (error: unknown) => String(error),
    );
  };
  afterAll(async () => {
    overrideEnvironment();
    await Promise.all(inboxes.map((inbox) => inbox.close()));
  });

  it('gets mails where that authority is trusted and the name is the server’s', async () => {
    const good = authority.certify('DNS:localhost');
    expect(await send(good)).toMatch(/certificate/);
    expect(await trusting([authority.certificate], () => send(good))).toBe('delivered 1');
    expect(await trusting([authority.certificate], () => send(authority.certify('DNS:mail.example.com')))).toContain(
      "Hostname/IP does not match certificate's altnames",
    );
  });
});
