import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail-texts.ts';
import type { MailKind } from './mail-texts.ts';

const facts = {
  publicUrl: 'https://postloom.example',
  at: new Date('2026-11-20T21:05:00Z'),
  link: { token: 'AbC-_123', expiresAt: new Date('2026-11-23T21:05:00Z') },
};
const kinds: readonly MailKind[] = ['verify_email', 'address_taken', 'reset_password', 'password_changed'];

describe('mails', () => {
  it('carry their link in text and HTML, and say until when it works, with the zone', () => {
    const verify = mailText('verify_email', facts);
    expect(verify.text).toContain('https://postloom.example/verify-email?token=AbC-_123\n');
    expect(verify.html).toContain('href="https://postloom.example/verify-email?token=AbC-_123"');
    expect(verify.text).toContain('23 November 2026, 21:05 UTC');
    const reset = mailText('reset_password', facts);
    expect(reset.text).toContain('https://postloom.example/reset-password?token=AbC-_123\n');
  });

  it('without a link hold no secret even when one is given', () => {
    for (const kind of ['address_taken', 'password_changed'] as const) {
      const { text, html } = mailText(kind, facts);
      expect(text + html).not.toContain('AbC-_123');
      expect(text).toContain('20 November 2026, 21:05 UTC');
    }
  });

  it('that need a link are not made without one', () => {
    expect(() => mailText('reset_password', { publicUrl: facts.publicUrl, at: facts.at })).toThrow(/needs a link/);
  });

  it.each(kinds)(
    '%s keeps to the voice: no exclamation marks, a subject in one line, plain and HTML say the same',
    (kind) => {
      const { subject, text, html } = mailText(kind, facts);
      expect(subject + text).not.toContain('!');
      expect(subject).not.toMatch(/[\r\n]/);
      const plain = html
        .replace(/<head>.*<\/head>/s, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ');
      for (const sentence of text.split(/\n+/).filter((line) => !line.startsWith('http') && !line.endsWith(':'))) {
        expect(plain.replaceAll('&#39;', "'")).toContain(sentence);
      }
    },
  );
});
