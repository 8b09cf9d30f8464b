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

async function mails(to: string): Promise<{ to: string; subject: string; text: string; html: string; at: string }[]> {
  const answer = await h.call('GET', `/sandbox/mails?to=${encodeURIComponent(to)}`);
  return answer.body as unknown as Awaited<ReturnType<typeof mails>>;
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
