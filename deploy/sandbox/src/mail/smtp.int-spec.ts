import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { Harness } from '../testing/harness.ts';

const h = new Harness();

beforeAll(() => h.start());
afterAll(() => h.stop());

function send(to: string, subject = 'Confirm your address'): Promise<unknown> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: h.sandbox.smtpPort,
    ignoreTLS: false,
    socketTimeout: 1000,
    connectionTimeout: 1000,
  });
  return transport.sendMail({
    from: 'Postloom <hello@postloom.test>',
    to,
    subject,
    text: 'Follow https://postloom.test/verify?token=abc',
    html: '<p>Follow <a href="https://postloom.test/verify?token=abc">the link</a> – danke schön</p>',
  });
}

interface Mail {
  number: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

async function mails(to: string): Promise<Mail[]> {
  const answer = await h.call('GET', `/sandbox/mails?to=${encodeURIComponent(to)}`);
  return answer.body as unknown as Mail[];
}

describe('the mail inbox', () => {
  it('keeps what arrives and finds it by address', async () => {
    await send('Ada@Example.test');
    await send('bob@example.test', 'Other');
    const found = await mails('ada@example.test');
    expect(found).toMatchObject([
      {
        subject: 'Confirm your address',
        text: 'Follow https://postloom.test/verify?token=abc',
        html: '<p>Follow <a href="https://postloom.test/verify?token=abc">the link</a> – danke schön</p>',
      },
    ]);
    expect(Date.parse(found[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await mails('')).length).toBe(2);
  });

  it('shows the HTML part where it can run and fetch nothing', async () => {
    await send('eva@example.test');
    const [mail] = await mails('eva@example.test');
    const page = await fetch(h.url(`/sandbox/mails/${mail?.number}/html`));
    expect(await page.text()).toContain('danke schön');
    const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy.find((part) => part.startsWith('sandbox'))).not.toMatch(/allow-(scripts|same-origin|forms)/);
    for (const number of ['0', '99999', 'x', '-1']) {
      expect((await h.call('GET', `/sandbox/mails/${number}/html`)).status).toBe(404);
    }
  });

  it.each([
    ['error', /451/, 0],
    ['rate_limit', /450/, 0],
    ['token_revoked', /530/, 0],
    ['media_rejected', /552/, 0],
    ['reset_before', /closed|reset|EPIPE|unexpectedly/i, 0],
    ['processing_forever', /timeout/i, 0],
    ['hang_after', /timeout/i, 1],
    ['garbage', /./, 1],
  ] as const)('fails as told: %s', async (mode, message, kept) => {
    const to = `${mode}@example.test`;
    await h.fault('smtp', { mode, count: 1 });
    await expect(send(to)).rejects.toThrow(message);
    expect(await mails(to)).toHaveLength(kept);
    await send(to);
    expect(await mails(to)).toHaveLength(kept + 1);
  });
});
