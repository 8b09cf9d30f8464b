import { afterEach, describe, expect, it } from '@jest/globals';
import { openidRpc } from '@postloom/contracts';
import { codeOf, IdentityUnderTest, origin } from '../testing/identity-under-test.ts';
import { openidSettings } from './settings.ts';
import { FalseProvider } from './testing/false-provider.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) {
    await one.close();
  }
});

describe('the settings of the provider', () => {
  const given = {
    ...{ oidcIssuer: 'https://login.example/tenant', oidcClientId: 'postloom', oidcClientSecret: 'secret' },
    publicUrl: 'https://postloom.example',
  };

  it('are all there or none', () => {
    expect(openidSettings(given)?.issuer.href).toBe('https://login.example/tenant');
    const none = { oidcIssuer: undefined, oidcClientId: undefined, oidcClientSecret: undefined };
    expect(openidSettings({ ...given, ...none })).toBeNull();
    for (const missing of Object.keys(none)) {
      expect(() => openidSettings({ ...given, [missing]: undefined })).toThrow('belong together');
    }
  });

  it('name an https address when the product has one', () => {
    const plain = { ...given, oidcIssuer: 'http://login.example' };
    expect(() => openidSettings(plain)).toThrow('must be an https address');
    expect(openidSettings({ ...plain, publicUrl: 'http://localhost:3000' })).not.toBeNull();
  });

  it('without any there is no sign-in at a provider', async () => {
    const identity = await IdentityUnderTest.start();
    open.push(identity);
    const browser = null;
    expect(await codeOf(identity.rpc(openidRpc.signInStart, { returnTo: '/', browser, origin }))).toBe('not_found');
    expect(await codeOf(identity.rpc(openidRpc.signInFinish, { query: 'state=x', browser, origin }))).toBe('not_found');
    expect(await codeOf(identity.rpc(openidRpc.linkConfirm, { token: 'x'.repeat(43) }))).toBe('not_found');
  });

  it('limit how many sign-ins an address begins', async () => {
    const provider = await FalseProvider.start();
    const identity = await IdentityUnderTest.start({
      ...provider.env,
      RATE_LIMITS: 'on',
      LIMIT_PROVIDER_SIGN_IN: '2/60',
    });
    open.push(provider, identity);
    const start = (address: string) =>
      codeOf(identity.rpc(openidRpc.signInStart, { returnTo: '/', browser: null, origin: { ...origin, address } }));
    expect([await start('a'), await start('a'), await start('a')]).toEqual(['no error', 'no error', 'rate_limited']);
    expect(await start('b')).toBe('no error');
  });
});
