import { afterAll, beforeAll } from '@jest/globals';
import { deletionRpc } from '@postloom/contracts';
import { asAdmin } from '@postloom/testing';
import { IdentityUnderTest, origin } from '../../testing/identity-under-test.ts';
import { linkToken } from '../../testing/inbox.ts';

/** The subject of the mail whose link confirms a deletion. */
export const CONFIRM = /Confirm that you want to delete your Postloom account/;

/** Identity, and the calls that lead to a deletion, each from a network address of its own. */
export function deletionUnderTest() {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({
      ...{ RATE_LIMITS: 'on', LIMIT_REGISTER: '1000/60' },
      LIMIT_DELETION_REQUEST: '3/3600',
    });
  });
  afterAll(() => identity.close());

  let addresses = 0;
  const anyOrigin = () => {
    addresses += 1;
    return { ...origin, address: `198.51.${addresses >> 8}.${addresses & 255}` };
  };
  const request = (email: string, sessionToken: string | null = null, from = anyOrigin()) =>
    identity.rpc(deletionRpc.deletionRequest, { email, origin: from, sessionToken });
  const confirm = (token: string) => identity.rpc(deletionRpc.deletionConfirm, { token });
  const status = (code: string) => identity.rpc(deletionRpc.deletionStatus, { code });
  const mailedLink = async (email: string) => linkToken(await identity.inbox.mailTo(email, CONFIRM));

  /** The tables of identity in which a text occurs in any column; events about deletions name whom they are about. */
  async function whereFound(text: string): Promise<string[]> {
    const { database } = identity.service;
    const tables = await asAdmin<{ name: string }>(
      database,
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'identity'::regnamespace
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const found = await asAdmin<{ name: string }>(
      database,
      tables
        .map(({ name }) => `SELECT '${name}' AS name FROM identity.${name} t WHERE strpos(t::text, $1) > 0`)
        .join(' UNION '),
      [text],
    );
    return found.map(({ name }) => name).toSorted();
  }

  return {
    get identity() {
      return identity;
    },
    ...{ anyOrigin, request, confirm, status, mailedLink, whereFound },
  };
}
