import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { defineRpc } from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import { caller, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { z } from 'zod';
import type { RpcContext } from './caller.ts';
import { Rpc } from './rpc.ts';

const Who = z.object({ userId: z.string().nullable(), businessId: z.string().nullable(), role: z.string().nullable() });
const empty = z.strictObject({});
const mine = defineRpc('rpc.media.who.mine.v1', { input: empty, output: Who });
const shared = defineRpc('rpc.media.who.shared.v1', { caller: 'service', input: empty, output: Who });
const open = defineRpc('rpc.media.who.open.v1', { caller: 'public', input: empty, output: Who });
const onward = defineRpc('rpc.scheduling.who.onward.v1', { input: empty, output: Who });
const undeclared = defineRpc('rpc.scheduling.who.undeclared.v1', { input: empty, output: Who });

const who = ({ userId, businessId, role }: RpcContext): z.output<typeof Who> => ({ userId, businessId, role });

@Controller()
class OwnerController {
  @Rpc(mine)
  mine(_input: object, context: RpcContext) {
    return who(context);
  }

  @Rpc(shared)
  shared(_input: object, context: RpcContext) {
    return who(context);
  }

  @Rpc(open)
  open(_input: object, context: RpcContext) {
    return who(context);
  }
}

@Controller()
class BetweenController {
  constructor(private readonly rpc: Rpc) {}

  @Rpc(onward)
  onward(_input: object, context: RpcContext) {
    return this.rpc.call(mine, {}, context);
  }

  @Rpc(undeclared)
  undeclared(_input: object, context: RpcContext) {
    return this.rpc.call(open, {}, context);
  }
}

describe('who a request is made for', () => {
  let nats: TestNats;
  let media: TestService;
  let scheduling: TestService;

  beforeAll(async () => {
    nats = await testNats();
    media = await testService({
      service: 'media',
      nats,
      migrations: [],
      controllers: [OwnerController],
      serves: [mine, shared, open],
    });
    scheduling = await testService({
      service: 'scheduling',
      nats,
      migrations: [],
      controllers: [BetweenController],
      serves: [onward, undeclared],
      calls: [mine],
    });
  });
  afterAll(async () => {
    await scheduling.close();
    await media.close();
    await nats.stop();
  });

  /** A request with any headers, as a service with its credentials could send it. */
  const send = async (contract: RpcContract, head: Record<string, string>): Promise<unknown> => {
    const all = headers();
    for (const [name, value] of Object.entries(head)) {
      all.set(name, value);
    }
    const connection = await nats.connection();
    return (await connection.request(contract.subject, '{}', { headers: all, timeout: 10_000 })).json();
  };
  const claims = { 'user-id': 'mara', 'business-id': 'bakery', 'payer-id': 'mara', role: 'owner' };

  it('is a person by the gateway’s signature, and by nothing else', async () => {
    const mara = caller();
    const { userId, businessId, role } = mara;
    expect(await media.rpc(mine, {}, mara)).toEqual({ userId, businessId, role });
    expect(await send(mine, claims)).toMatchObject({ code: 'unauthorized' });
    expect(await send(mine, { ...claims, caller: 'test.eyJ1c2VySWQiOiJtYXJhIn0.c2lnbmF0dXJl' })).toMatchObject({
      code: 'forbidden',
    });
  });

  it('is passed on by a service that can not sign', async () => {
    const mara = caller();
    const { userId, businessId, role } = mara;
    expect(await media.rpc(onward, {}, mara)).toEqual({ userId, businessId, role });
  });

  it('is what a service says in its own name only where the contract lets services ask', async () => {
    expect(await send(shared, claims)).toEqual({ userId: 'mara', businessId: 'bakery', role: 'owner' });
    expect(await send(open, claims)).toEqual({ userId: null, businessId: null, role: null });
    const own = { ...scheduling.get<Rpc>(Rpc).systemCaller('scheduling'), userId: 'mara', businessId: 'bakery' };
    await expect(scheduling.get<Rpc>(Rpc).call(mine, {}, own)).rejects.toMatchObject({ code: 'unauthorized' });
    // Nor does a claim beside a signature count.
    const mara = caller();
    const claimed = { ...scheduling.get<Rpc>(Rpc).systemCaller('scheduling'), ...mara, assertion: null };
    await expect(media.client.call(mine, {}, claimed)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('a service asks nothing that it has not declared', async () => {
    await expect(media.rpc(undeclared, {}, caller())).rejects.toMatchObject({ code: 'internal' });
    await expect(scheduling.get<Rpc>(Rpc).call(open, {}, caller())).rejects.toThrow(
      'rpc.media.who.open.v1 is called but not in calls',
    );
  });

  it('an answer goes to an inbox: no other subject is published to for somebody else', async () => {
    const connection = await nats.connection();
    const heard: string[] = [];
    connection.subscribe('rpc.identity.victim.v1', { callback: (_, message) => void heard.push(message.string()) });
    connection.publish(open.subject, '{}', { reply: 'rpc.identity.victim.v1' });
    // Requests of one connection are answered in order: with this one the first has been seen.
    await send(open, {});
    await connection.flush();
    expect(heard).toEqual([]);
  });
});
