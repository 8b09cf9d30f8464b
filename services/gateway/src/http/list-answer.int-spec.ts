import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  albumRpc,
  auditRpc,
  generationRpc,
  identityRpc,
  isListAnswer,
  mediaRpc,
  notificationRpc,
  publisherRpc,
  recurringRpc,
  routeList,
  schedulingRpc,
} from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import { EncodedJson } from '@postloom/messaging';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const owners: Readonly<Record<string, RpcContract>> = {
  albums: albumRpc.albumList,
  businesses: identityRpc.businessList,
  captions: generationRpc.generationPage,
  notifications: notificationRpc.notificationList,
  photos: mediaRpc.photoList,
  'photos/deleted': mediaRpc.photoDeleted,
  posts: schedulingRpc.postList,
  'posts/scheduled': schedulingRpc.postScheduled,
  'recurring-schedules': recurringRpc.scheduleList,
  'social-accounts': publisherRpc.accountList,
  'auth/sessions': identityRpc.sessionList,
  'user/audit-log': auditRpc.auditList,
};
const paths = routeList.filter(({ answer }) => isListAnswer(answer)).map(({ path }) => path);

describe('lists', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  it.each(paths)('%s: an array that was cut says so', async (path) => {
    const owner = owners[path.replace('/api/', '')];
    if (owner === undefined) {
      throw new Error(`which contract answers ${path}?`);
    }
    let isTruncated = true;
    await gateway.stub(owner, (() => new EncodedJson('[]', null, isTruncated)) as never);
    const person = gateway.person();
    const cut = await gateway.ask('GET', path, { person });
    expect([cut.status, cut.text, cut.headers['x-truncated']]).toEqual([200, '[]', 'true']);
    isTruncated = false;
    const whole = await gateway.ask('GET', path, { person });
    expect([whole.status, whole.text, whole.headers['x-truncated']]).toEqual([200, '[]', undefined]);
  });
});
