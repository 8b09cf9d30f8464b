import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, defineConfig, overrideEnvironment, settingFiles } from './config.ts';
import { upstreamCertificate } from './testing/upstream-certificate.ts';
import { trustExtraAuthorities } from './trust.ts';

describe('EXTRA_CA', () => {
  const usual = getCACertificates('default');
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  const file = join(folder, 'ca.crt');
  const write = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const config = defineConfig();
  /** Node breaks the lines of a certificate from NODE_EXTRA_CA_CERTS in another way once it was set anew. */
  const body = (certificate: string): string => certificate.replaceAll(/\s/g, '');
  const known = new Set(usual.map(body));
  const added = (): string[] =>
    getCACertificates('default')
      .map(body)
      .filter((one) => !known.has(one));

  beforeEach(() => {
    write(`# Our own\n${upstreamCertificate}`);
    overrideEnvironment({ SERVICE_INTERNAL_PORT: '4000', EXTRA_CA_FILE: file });
  });
  afterEach(() => {
    setDefaultCACertificates(usual);
    overrideEnvironment();
    rmSync(file, { force: true });
  });

  it('is trusted beside the public authorities, and another one as soon as the file changes', async () => {
    trustExtraAuthorities(config);
    expect(added()).toEqual([body(upstreamCertificate)]);
    const [publicOne = ''] = usual;
    write(publicOne);
    settingFiles.look();
    await Promise.resolve();
    expect(added()).toEqual([]);
  });

  it.each([
    ['no certificate', 'hello', 'EXTRA_CA: it holds no certificate'],
    ['a damaged one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'EXTRA_CA: certificate 1'],
  ])('with %s is a wrong setting', (_what, text, message) => {
    write(text);
    expect(() => config.extraCa).toThrow(ConfigError);
    expect(() => config.extraCa).toThrow(message);
  });
});
