import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail-texts.ts';
import type { MailKind } from './mail-texts.ts';

const facts = {
  publicUrl: 'https://postloom.example',
  at: new Date('2026-11-20T21:05:00Z'),
  link: { token: 'AbC-_123', expiresAt: new Date('2026-11-23T21:05:00Z') },
  unsubscribeToken: 'Stop-_456',
  notices: {
    businessId: 'b1',
    business: 'Bakery <Huber>\nBcc: x',
    all: 3,
    notices: [
      { title: 'Posting failed', message: 'It did not go out.', firstWords: 'Latte art', link: '/schedule?post=1' },
      { title: 'Reconnect X', message: 'It is broken.', firstWords: null, link: '/settings#social-accounts' },
    ],
  },
};
const none = { total: 0, first: [] };
const week = {
  businesses: [
    {
      ...{ id: 'b1', name: 'Bakery\nHuber', timeZone: 'UTC', published: none, failed: none, notices: [] },
      planned: {
        total: 1,
        first: [{ id: null, caption: null, at: '2026-11-24T08:00:00Z', platforms: ['tiktok' as const] }],
      },
    },
  ],
  others: 0,
};
const kinds: readonly MailKind[] = [
  'verify_email',
  'address_taken',
  'reset_password',
  'password_changed',
  'connect_sign_in',
  'delete_account',
  'account_deleted',
  'password_replaced',
  'change_email',
  'address_in_use',
  'email_change_asked',
  'email_changed',
  'ways_changed',
  'payment_failed',
  'export_ready',
  'export_failed',
  'import_ended',
  'notices',
  'weekly',
];

describe('mails', () => {
  it('carry their link in text and HTML, and say until when it works, with the zone', () => {
    const verify = mailText('verify_email', facts);
    expect(verify.text).toContain('https://postloom.example/verify-email?token=AbC-_123\n');
    expect(verify.html).toContain('href="https://postloom.example/verify-email?token=AbC-_123"');
    expect(verify.text).toContain('Nov 23, 2026, 9:05 PM UTC');
    const connect = mailText('connect_sign_in', facts);
    expect(connect.text).toContain('https://postloom.example/connect-sign-in?token=AbC-_123\n');
    const reset = mailText('reset_password', facts);
    expect(reset.text).toContain('https://postloom.example/reset-password?token=AbC-_123\n');
  });

  it('that tell of a change lead to what undoes it', () => {
    for (const kind of ['password_replaced', 'email_change_asked', 'email_changed', 'ways_changed'] as const) {
      const { text, html, unsubscribe } = mailText(kind, facts);
      expect(text).toContain('https://postloom.example/secure-account?token=AbC-_123');
      expect(html).toContain('href="https://postloom.example/secure-account?token=AbC-_123"');
      expect(text).toContain('Nov 23, 2026, 9:05 PM UTC');
      expect(unsubscribe).toBeUndefined();
    }
    expect(mailText('change_email', facts).text).toContain('https://postloom.example/change-email?token=AbC-_123');
  });

  it('without a link hold no secret even when one is given', () => {
    for (const kind of ['address_taken', 'password_changed', 'address_in_use'] as const) {
      const { text, html, unsubscribe } = mailText(kind, facts);
      expect(text + html).not.toMatch(/AbC-_123|Stop-_456/);
      expect(unsubscribe).toBeUndefined();
      expect(text).toContain('Nov 20, 2026, 9:05 PM UTC');
    }
  });

  it('about what happened name the business, what it is and where, and are short when it is one thing', () => {
    const { subject, text, html } = mailText('notices', facts);
    expect(subject).toBe('Postloom: 3 things need your attention');
    expect(text).toContain('Business: Bakery <Huber> Bcc: x\n');
    expect(text).toContain(
      '- Reconnect X\n  It is broken.\n  https://postloom.example/settings?business=b1#social-accounts',
    );
    expect(text).toContain('- Posting failed\n  “Latte art” It did not go out.\n');
    expect(text).toContain('And 1 more: see all of them (https://postloom.example/?business=b1).');
    expect(html).toContain('href="https://postloom.example/schedule?post=1&amp;business=b1"');
    expect(html).toContain('Bakery &lt;Huber&gt; Bcc: x');
    const [first] = facts.notices.notices;
    const one = mailText('notices', { ...facts, notices: { ...facts.notices, all: 1, notices: first ? [first] : [] } });
    expect(one.subject).toBe('Postloom: Posting failed');
    expect(one.text).toContain('“Latte art” It did not go out.');
    expect(one.html).toContain('>Open it in Postloom</a>');
  });

  it('that can be stopped say how, in both parts and for mail programs', () => {
    const { text, html, unsubscribe } = mailText('notices', facts);
    expect(unsubscribe).toBe('https://postloom.example/api/notifications/unsubscribe?token=Stop-_456');
    for (const part of [text, html]) {
      expect(part).toContain('https://postloom.example/unsubscribe?token=Stop-_456');
      expect(part).toContain('https://postloom.example/settings#notifications');
    }
  });

  it('that need a link are not made without one', () => {
    expect(() => mailText('reset_password', { publicUrl: facts.publicUrl, at: facts.at })).toThrow(/needs a link/);
  });

  it.each(kinds)('%s keeps to the voice: no exclamation marks, a subject in one line', (kind) => {
    const { subject, text } = mailText(kind, { ...facts, week });
    expect(subject + text).not.toContain('!');
    expect(subject).not.toMatch(/[\r\n]/);
  });
});
