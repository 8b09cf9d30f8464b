import { randomBytes, randomUUID } from 'node:crypto';
import { auditRpc, identityRpc, rowsOf } from '@postloom/contracts';
import type { AuditEntry, BusinessInput, InputOf, OutputOf, RpcContract } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { generateSync } from 'otplib';
import type { z } from 'zod';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { openInbox } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** Seals the secrets of second steps. */
export const vaultKeys = `k1:${randomBytes(32).toString('base64')}`;
export const PASSWORD = 'correct horse battery';
export const origin = { address: '203.0.113.7', userAgent: 'Test browser' };
export const anyEmail = (): string => `person-${randomUUID()}@example.com`;

/** A person who has signed up. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly sessionToken: string;
}

/** The whole service on real Postgres, NATS and SMTP; nothing is faked. Its one neighbor, scheduling, is stubbed where a test needs it. */
export class IdentityUnderTest {
  private constructor(
    readonly service: TestService,
    readonly inbox: Inbox,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<IdentityUnderTest> {
    const inbox = await openInbox();
    const service = await testService({
      service: 'identity',
      module: AppModule,
      migrations,
      env: {
        SMTP_URL: inbox.url,
        PUBLIC_URL: 'https://postloom.example',
        RATE_LIMITS: 'off',
        SIMULATED_PAYMENT: 'on',
        VAULT_KEYS: vaultKeys,
        ...env,
      },
    });
    return new IdentityUnderTest(service, inbox);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.inbox.close();
  }

  rpc<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: { userId?: string; idempotencyKey?: string } = {},
  ): Promise<OutputOf<C>> {
    return this.service.rpc(contract, input, {
      userId: caller.userId ?? null,
      businessId: null,
      payerId: null,
      role: null,
      idempotencyKey: caller.idempotencyKey ?? null,
    });
  }

  /** Rows as the service itself may read them (tables without row-level policies). */
  sql<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
    return this.service.get(Uow).run(Scope.global(), (tx) => tx.query<R>(text, parameters));
  }

  /** The events about an entity, oldest first. */
  async told(entityId: string): Promise<{ subject: string; version: number; data: Record<string, unknown> }[]> {
    return this.sql('SELECT subject, version, data FROM outbox WHERE entity_id = $1 ORDER BY version, created_at', [
      entityId,
    ]);
  }

  async signUp(email = anyEmail()): Promise<Person> {
    const { user, session } = await this.rpc(identityRpc.userRegister, { email, password: PASSWORD, origin });
    if (!session) {
      throw new Error(`${email} was taken`);
    }
    return { id: user.id, email, sessionToken: session.sessionToken };
  }

  /** With the password alone. */
  async signIn(email: string, password = PASSWORD, address = origin.address, replaces: string | null = null) {
    const answer = await this.startSignIn(email, password, address, replaces);
    if (!('user' in answer)) {
      throw new Error(`${email} has a second step`);
    }
    return answer;
  }

  /** Answers a session, or the challenge of the second step. */
  startSignIn(email: string, password = PASSWORD, address = origin.address, replaces: string | null = null) {
    return this.rpc(identityRpc.sessionStart, { email, password, origin: { ...origin, address }, replaces });
  }

  resolve(sessionToken: string, askedBusinessId: string | null = null) {
    return this.rpc(identityRpc.sessionResolve, { sessionToken, askedBusinessId });
  }

  /** The session that a person signed up with, as the gateway names it. */
  async inSession({ sessionToken }: Person) {
    return { sessionId: (await this.resolve(sessionToken)).sessionId, origin };
  }

  /** The log of what happened to an account, newest first. */
  async log(userId: string): Promise<AuditEntry[]> {
    return rowsOf(await this.rpc(auditRpc.auditList, {}, { userId }));
  }

  /** What an app shows that is some steps ahead of the database's clock. */
  async appCode(secret: string, steps = 0): Promise<string> {
    const [now] = await this.sql<{ epoch: number }>('SELECT floor(extract(epoch FROM now()))::int AS epoch');
    return generateSync({ secret, epoch: (now?.epoch ?? 0) + 30 * steps });
  }

  createBusiness(person: Person, input: Partial<z.input<typeof BusinessInput>> = {}, idempotencyKey?: string) {
    return this.rpc(
      identityRpc.businessCreate,
      { name: 'Bakery Huber', industryType: 'restaurant', ...input },
      { userId: person.id, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    );
  }
}

/** The code a call failed with; 'no error' when it did not. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no error',
    (error: unknown) => String((error as { code?: unknown }).code ?? error),
  );
}
