import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { billingRpc, errorMeaning, identityRpc, notificationRpc, rowsOf } from '@postloom/contracts';
import type { ErrorCode, Tier } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { IdentityUnderTest } from '../../testing/identity-under-test.ts';
import type { Person } from '../../testing/identity-under-test.ts';
import { openSandboxPayments } from '../../testing/sandbox-payments.ts';
import type { SandboxPayments } from '../../testing/sandbox-payments.ts';

/**
 * Identity with the sandbox's Stripe, and a new person with a business before each test. The gateway is replaced by a server that hands on
 * the bytes and the signature header, as `services/gateway/src/billing` does.
 */
export function paymentsUnderTest() {
  let identity: IdentityUnderTest;
  let stripe: SandboxPayments;
  let gateway: Server;
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const signature = String(request.headers['stripe-signature'] ?? '');
        receive(Buffer.concat(chunks), signature).then(
          () => response.writeHead(200).end('{}'),
          (error: unknown) => response.writeHead(errorMeaning((error as { code: ErrorCode }).code).status).end('{}'),
        );
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    stripe = await openSandboxPayments(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
    identity = await IdentityUnderTest.start({ ...stripe.env, OUTBOUND_ALLOW_PRIVATE: 'on', STRIPE_GRACE_DAYS: '7' });
  });
  afterAll(async () => {
    await identity.close();
    await stripe.close();
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
  });

  let person: Person;
  beforeEach(async () => {
    person = await identity.signUp();
    await identity.createBusiness(person);
  });
  afterEach(async () => {
    await stripe.release(false);
    await stripe.decline(0);
    await stripe.fault({ mode: 'none' });
  });

  const receive = (body: Buffer, signature: string) =>
    identity.rpc(billingRpc.billingWebhook, { signature, body: body.toString('base64') });
  const choose = (tier: Tier) => identity.rpc(billingRpc.planChoose, { tier }, { userId: person.id });
  const billing = () => identity.rpc(billingRpc.billingGet, {}, { userId: person.id });
  /** Somebody else from now on, who has no business. */
  const signUpAlone = async (): Promise<void> => {
    person = await identity.signUp();
  };
  const plan = () => identity.rpc(identityRpc.planGet, { payerId: person.id });
  const isOn = (tier: Tier, status: string) =>
    eventually(`the plan is ${tier} and ${status}`, async () =>
      expect(await billing()).toMatchObject({ subscriptionTier: tier, status }),
    );
  const comes = (tier: Tier | null) =>
    eventually(`what comes next is ${tier ?? 'nothing else'}`, async () =>
      expect((await billing()).next?.tier ?? null).toBe(tier),
    );
  const checkoutUrl = async (tier: Tier): Promise<string> => {
    const choice = await choose(tier);
    if (!('checkoutUrl' in choice)) {
      throw new Error('there is nothing to pay');
    }
    return choice.checkoutUrl;
  };
  const subscribe = async (tier: 'pro' | 'agency') => {
    await stripe.press(await checkoutUrl(tier), 'pay');
    await isOn(tier, 'active');
    return stripe.subscriptionOf(person.id);
  };
  const titles = async (): Promise<string[]> => {
    const [mine] = rowsOf(await identity.rpc(identityRpc.businessList, {}, { userId: person.id }));
    const list = await identity.service.rpc(
      notificationRpc.notificationList,
      {},
      {
        ...{ userId: person.id, businessId: mine?.id ?? null, payerId: person.id, role: 'owner', idempotencyKey: null },
      },
    );
    return rowsOf(list).map(({ title }) => title);
  };
  const planEvents = async () =>
    (await identity.told(person.id)).filter(({ subject }) => subject === 'identity.plan.changed.v1');
  /** As the sweep does, and to its end. */
  const readAgain = async (): Promise<void> => {
    const readAt = async (): Promise<number | undefined> => {
      const [row] = await identity.sql<{ at: Date | null }>(
        'SELECT read_at AS at FROM billing_customers WHERE id = $1',
        [person.id],
      );
      return row?.at?.getTime();
    };
    const before = await readAt();
    await identity.sql(`UPDATE billing_customers SET ready_at = now() WHERE id = $1`, [person.id]);
    await eventually('it was read again', async () => expect(await readAt()).not.toBe(before));
  };

  const wasRead = () =>
    eventually('it was read', async () =>
      expect(
        await identity.sql(`SELECT 1 AS row FROM billing_customers WHERE id = $1 AND read_at IS NOT NULL`, [person.id]),
      ).toHaveLength(1),
    );

  return {
    get identity() {
      return identity;
    },
    get stripe() {
      return stripe;
    },
    get person() {
      return person;
    },
    ...{ receive, choose, billing, plan, isOn, comes, checkoutUrl, subscribe, titles, planEvents },
    ...{ readAgain, wasRead, signUpAlone },
  };
}
