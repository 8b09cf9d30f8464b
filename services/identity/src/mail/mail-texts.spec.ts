import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail-texts.ts';
import type { MailKind } from './mail-texts.ts';

const facts = {
  publicUrl: 'https://postloom.example',
  at: new Date('2026-11-20T21:05:00Z'),
  link: { token: 'AbC-_123', expiresAt: new Date('2026-11-23T21:05:00Z') },
  notices: {
    business: 'Bakery <Huber>\nBcc: x',
    all: 3,
    notices: [
      { title: 'Posting failed', message: 'It did not go out.', link: '/schedule?post=1' },
      { title: 'Reconnect X', message: 'It is broken.', link: '/settings#social-accounts' },
    ],
  },
};
const kinds: readonly MailKind[] = ['verify_email', 'address_taken', 'reset_password', 'password_changed', 'notices'];

describe('mails', () => {
  it('carry their link in text and HTML, and say until when it works, with the zone', () => {
    const verify = mailText('verify_email', facts);
    expect(verify.text).toContain('https://postloom.example/verify-email?token=AbC-_123\n');
    expect(verify.html).toContain('href="https://postloom.example/verify-email?token=AbC-_123"');
    expect(verify.text).toContain('Nov 23, 2026, 9:05 PM UTC');
    const reset = mailText('reset_password', facts);
    expect(reset.text).toContain('https://postloom.example/reset-password?token=AbC-_123\n');
  });

  it('without a link hold no secret even when one is given', () => {
    for (const kind of ['address_taken', 'password_changed'] as const) {
      const { text, html } = mailText(kind, facts);
      expect(text + html).not.toContain('AbC-_123');
      expect(text).toContain('Nov 20, 2026, 9:05 PM UTC');
    }
  });

  it('about what happened name the business, what it is and where, and are short when it is one thing', () => {
    const { subject, text, html } = mailText('notices', facts);
    expect(subject).toBe('Postloom: 3 things need your attention');
    expect(text).toContain('For Bakery <Huber> Bcc: x: 3 things need your attention.');
    expect(text).toContain('Reconnect X. It is broken. https://postloom.example/settings#social-accounts');
    expect(text).toContain('And 1 more: https://postloom.example/');
    expect(html).toContain('href="https://postloom.example/schedule?post=1"');
    expect(html).toContain('Bakery &lt;Huber&gt;');
    const [first] = facts.notices.notices;
    const one = mailText('notices', { ...facts, notices: { ...facts.notices, all: 1, notices: first ? [first] : [] } });
    expect(one.subject).toBe('Postloom: Posting failed');
    expect(one.html).toContain('>Open it in Postloom</a>');
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
        expect(unescaped(plain)).toContain(sentence);
      }
    },
  );
});

function unescaped(html: string): string {
  return html.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
