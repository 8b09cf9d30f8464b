import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { shown, shownUrl } from './recorder.ts';
import type { Exchange } from './recorder.ts';

const token = 'act.SecretSecretSecret0123456789';
const exchange: Exchange = {
  method: 'POST',
  url: `http://127.0.0.1:9/x/2/tweets?access_token=${token}&state=APPROVED`,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
  body: `code=${token}&refresh_token=${token}&client_secret=${token}&text=warm+rolls`,
  status: 200,
  answerHeaders: { 'content-type': 'application/json', 'x-secret': token },
  answer: `{"data":[{"access_token":"${token}","id":[7512345678901234567]}],"error":{"code":"ok"}}`,
};
const hosts = [['http://127.0.0.1:9/x/2', 'https://api.x.com/2']] as const;

describe('a recorded exchange', () => {
  const text = shown(exchange, 3, hosts);

  it('shows the real host, what was sent and what was answered', () => {
    expect(text).toContain('### 3. POST /2/tweets');
    expect(text).toContain('https://api.x.com/2/tweets');
    expect(text).toContain('text = warm rolls');
    expect(text).toContain('"7512345678901234567 (integer)"');
    expect(text).toContain('"code": "ok"');
    expect(text).toContain('state=APPROVED');
  });

  it('shows no secret: not in the address, a header, a form or an answer', () => {
    expect(text).not.toContain('Secret');
    expect(text).toContain('authorization: Bearer act.***');
    expect(shownUrl(`https://x.com/authorize?state=${token}&code_challenge=${token}`, hosts)).not.toContain('Secret');
  });
});

describe('the recorded walks', () => {
  const folder = join(import.meta.dirname, '../../docs/walks');
  const names = ['facebook.md', 'instagram.md', 'linkedin.md', 'tiktok.md', 'x.md'];

  it('are there for every platform', () => {
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  it.each(names)('%s holds no secret and no local address', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const named = [
      ...text.matchAll(/"?(?:access_token|refresh_token|client_secret|code_verifier)"?\s*[:=]\s*"?([^"\s,&]+)/g),
    ];
    expect(named.length).toBeGreaterThan(1);
    for (const [, value] of named) {
      expect(value).toMatch(/\*\*\*$/);
    }
    for (const [, value] of text.matchAll(/(?:Bearer|Basic) (\S+)/g)) {
      expect(value).toMatch(/\*\*\*$/);
    }
    expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
  });
});
