import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HttpClient, overrideEnvironment } from '@postloom/chassis';
import type { Logger } from '@postloom/chassis';
import { PaymentProvider } from './payment-provider.ts';

describe('the settings of the payment provider', () => {
  afterEach(() => overrideEnvironment());
  const started = (given: Record<string, string>): PaymentProvider => {
    overrideEnvironment({ SMTP_URL: 'smtp://mail.example', SERVICE_INTERNAL_PORT: '9090', ...given });
    const provider = new PaymentProvider(new HttpClient({ allowPrivate: true }), {} as Logger);
    provider.onModuleInit();
    return provider;
  };

  it('are both keys or neither', () => {
    expect(started({}).isOn).toBe(false);
    const [key, secret] = [{ STRIPE_SECRET_KEY: 'a secret key' }, { STRIPE_WEBHOOK_SECRET: 'another secret' }];
    expect(started({ ...key, ...secret }).isOn).toBe(true);
    expect(() => started(key)).toThrow('STRIPE_WEBHOOK_SECRET');
    expect(() => started(secret)).toThrow('STRIPE_SECRET_KEY');
  });

  it('are used as they are now: a key that is changed counts from the next call on', async () => {
    const keys: (string | undefined)[] = [];
    const stripe = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      response.end('{"object":"list","data":[],"has_more":false}');
    });
    await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
    const address = { STRIPE_API_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}` };
    try {
      const provider = started({ ...address, STRIPE_SECRET_KEY: 'first key', STRIPE_WEBHOOK_SECRET: 'another secret' });
      await provider.subscriptions('cus_1');
      started({ ...address, STRIPE_SECRET_KEY: 'second key', STRIPE_WEBHOOK_SECRET: 'another secret' });
      await provider.subscriptions('cus_1');
      await provider.subscriptions('cus_1');
      expect(keys).toEqual(['Bearer first key', 'Bearer second key', 'Bearer second key']);
    } finally {
      stripe.closeAllConnections();
      stripe.close();
    }
  });
});
