import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { Module } from '@nestjs/common';
import type { DynamicModule, InjectionToken, Provider, Type } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import {
  ChassisModule,
  Clock,
  currentTraceparent,
  defineConfig,
  overrideEnvironment,
  Random,
  SystemClock,
} from '@postloom/chassis';
import type { EventContract, EventEnvelope, DataOf, InputOf, OutputOf, RpcContract } from '@postloom/contracts';
import {
  CallerSigner,
  ensureStream,
  MessagingModule,
  messagingMetrics,
  NatsTransport,
  parseSigningKey,
  RpcClient,
} from '@postloom/messaging';
import type { Broker, Caller, MessagingOptions, Rpc } from '@postloom/messaging';
import { infrastructureMigrations, PersistenceModule } from '@postloom/persistence';
import type { MigrationClass } from '@postloom/persistence';
import { freePort } from '@postloom/local/ports';
import { schemas } from '@postloom/local/roles';
import { caller as anyCaller, envelope } from './builders.ts';
import { testCallerKeys } from './caller-keys.ts';
import type { EnvelopeFacts } from './builders.ts';
import { eventually } from './eventually.ts';
import { testNats } from './servers/test-nats.ts';
import { testPooler } from './servers/test-pooler.ts';
import type { TestNats } from './servers/test-nats.ts';
import type { TestDatabase } from './servers/test-postgres.ts';
import { testDatabase } from './test-database.ts';

export interface TestServiceOptions {
  /** Short name, also the schema: 'scheduling', 'publisher', 'gateway'. */
  readonly service: string;
  /** The service's root module. Without it one is made of the pieces below. */
  readonly module?: Type | DynamicModule;
  readonly imports?: readonly (Type | DynamicModule)[];
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Provider[];
  readonly serves?: readonly RpcContract[];
  readonly handles?: MessagingOptions['handles'];
  /** Requests it may make; any when absent. */
  readonly calls?: readonly RpcContract[];
  /** Migrations of the schema; `infrastructureMigrations()` when absent and the root module is made here. The gateway says `[]`. */
  readonly migrations?: readonly MigrationClass[];
  /** Variables laid over the environment before the module is made. */
  readonly env?: Readonly<Record<string, string>>;
  /** A server or database shared with another service of the test, or with an earlier life of this one; not ended by `close`. */
  readonly nats?: TestNats;
  readonly database?: TestDatabase;
  /** Stands in for the clock of the service. */
  readonly clock?: Clock;
  /** Providers replaced by values: a faked platform adapter, a seeded random. */
  readonly overrides?: readonly { readonly provide: InjectionToken; readonly useValue: unknown }[];
  /** Also listen for HTTP on a free port; the function prepares the app as the service's main file does. */
  readonly http?: (app: NestFastifyApplication) => Promise<void> | void;
  /** Options of the Fastify adapter as the service's main file gives them, only with `http`. */
  readonly fastify?: Readonly<Record<string, unknown>>;
}

/** A whole service in this process, on real Postgres and real NATS. */
export interface TestService {
  readonly nats: TestNats;
  /** Throws for a service without data. */
  readonly database: TestDatabase;
  /** `http://127.0.0.1:<port>` of a service with `http`. */
  readonly url: string;
  /** Asks anybody over the service's connection, as the gateway would: callers are signed. */
  readonly client: Rpc;
  /** Asks the service over the broker, as the gateway would; an owner of a fresh business when no caller is given. */
  rpc<C extends RpcContract>(contract: C, input: InputOf<C>, caller?: Partial<Caller>): Promise<OutputOf<C>>;
  /** Tells an event as its owner would, through the owner's stream; answers the envelope, to be told again by `retell`. */
  emitFrom<E extends EventContract>(event: E, facts: EnvelopeFacts<E>): Promise<EventEnvelope<DataOf<E>>>;
  /** Tells the same event once more, past the broker's own recognition of repetitions. */
  retell(told: EventEnvelope): Promise<void>;
  get<T>(token: Type<T> | (abstract new (...args: never[]) => T) | symbol | string): T;
  /** Stops the service in order, as SIGTERM would; ends server and database unless they were given. */
  close(): Promise<void>;
}

const defaultEnvironment: Record<string, string> = {
  LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  RPC_CHECK_OUTPUT: 'on',
  OUTBOUND_ALLOW_PRIVATE: 'on',
  CALLER_KEYS: testCallerKeys.CALLER_KEYS,
};
/** Of all services that are open in this process, for the configs that are not injected: they are read lazily. */
let environment: Record<string, string> = {};
const open = new Set<TestingModule>();

/** Boots a service. Takes about 0.3 s once the run's Postgres is up. */
export async function testService(options: TestServiceOptions): Promise<TestService> {
  const hasData = options.migrations?.length !== 0;
  const nats = options.nats ?? (await testNats());
  const migrations = options.migrations ?? (options.module === undefined ? infrastructureMigrations() : undefined);
  const database = hasData ? (options.database ?? (await testDatabase(options.service, migrations ?? []))) : undefined;
  environment = {
    ...defaultEnvironment,
    ...(open.size === 0 ? {} : environment),
    SERVICE_NAME: options.service,
    SERVICE_INTERNAL_PORT: String(await freePort()),
    SERVICE_PORT: String(await freePort()),
    NATS_URL: nats.url,
    ...natsLogin(nats, options.service),
    ...(database === undefined
      ? {}
      : {
          DATABASE_URL: database.url,
          WORKER_DATABASE_URL: database.workerUrl,
          MIGRATION_DATABASE_URL: database.ownerUrl,
        }),
    // Nobody else has it, in tests as in production.
    CALLER_SIGNING_KEY: options.service === 'gateway' ? testCallerKeys.CALLER_SIGNING_KEY : '',
    DATABASE_POOLER: testPooler(),
    // Without the migrations in hand the service brings its schema up itself.
    MIGRATE: migrations === undefined ? 'on-start' : 'never',
    ...options.env,
  };
  overrideEnvironment(environment);
  await makeStreams(nats);

  const root = options.module ?? rootModule(options, migrations ?? []);
  let builder = Test.createTestingModule({ imports: [root] });
  if (options.clock !== undefined) {
    builder = builder.overrideProvider(Clock).useValue(options.clock);
  }
  for (const { provide, useValue } of options.overrides ?? []) {
    builder = builder.overrideProvider(provide).useValue(useValue);
  }
  const compiled = await builder.compile();
  const endServers = async (): Promise<void> => {
    if (options.database === undefined) {
      await database?.drop();
    }
    if (options.nats === undefined) {
      await nats.stop();
    }
  };
  const running = await listen(compiled, options).catch(async (error: unknown) => {
    await endServers();
    throw error;
  });
  open.add(compiled);
  const transport = compiled.get(NatsTransport, { strict: false });
  await durablesReady(transport);
  const client = gatewayClient(options.service, transport);

  const tell = async (told: EventEnvelope, messageId: string): Promise<void> => {
    const head = headers();
    const traceparent = currentTraceparent();
    if (traceparent !== undefined) {
      head.set('traceparent', traceparent);
    }
    const client = jetstream(await nats.connection());
    await client.publish(told.subject, JSON.stringify(told), { msgID: messageId, headers: head });
  };
  let repetitions = 0;
  return {
    nats,
    get database() {
      if (database === undefined) {
        throw new Error(`${options.service} has no database`);
      }
      return database;
    },
    url: running.url,
    client,
    rpc: (contract, input, caller = {}) => client.call(contract, input, anyCaller(caller)),
    emitFrom: async (event, facts) => {
      const told = envelope(event, facts);
      await tell(told, told.id);
      return told;
    },
    retell: (told) => {
      repetitions += 1;
      return tell(told, `${told.id}-${repetitions}`);
    },
    get: <T>(token: unknown) => compiled.get<T>(token as InjectionToken, { strict: false }),
    close: async () => {
      open.delete(compiled);
      await running.close();
      await endServers();
    },
  };
}

function gatewayClient(service: string, transport: NatsTransport): Rpc {
  const clock = new SystemClock();
  const key = parseSigningKey(testCallerKeys.CALLER_SIGNING_KEY);
  return new RpcClient({
    ...{ broker: transport.unwrap<Broker>(), clock, random: new Random(), metrics: messagingMetrics(service) },
    ...{ isOutputChecked: true, calls: null },
    signer: new CallerSigner(
      () => key,
      () => clock.now().getTime(),
    ),
  });
}

@Module({})
class TestRoot {}

function rootModule(options: TestServiceOptions, migrations: readonly MigrationClass[]): DynamicModule {
  const { service, serves = [], handles = [], calls = 'any' } = options;
  return {
    module: TestRoot,
    imports: [
      ChassisModule.forRoot(defineConfig()),
      ...(migrations.length === 0 ? [] : [PersistenceModule.forRoot({ schema: service, migrations })]),
      MessagingModule.forRoot({ service, serves, handles, calls }),
      ...(options.imports ?? []),
    ],
    controllers: [...(options.controllers ?? [])],
    providers: [...(options.providers ?? [])],
  };
}

async function listen(
  compiled: TestingModule,
  options: TestServiceOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const strategy = compiled.get(NatsTransport, { strict: false });
  if (options.http === undefined) {
    const app = compiled.createNestMicroservice({ strategy, logger: false });
    await started(app, () => app.listen());
    return { url: '', close: () => app.close() };
  }
  const app = compiled.createNestApplication<NestFastifyApplication>(
    new FastifyAdapter({ logger: false, ...options.fastify }),
    { logger: false },
  );
  const { http } = options;
  await started(app, async () => {
    await http(app);
    app.connectMicroservice({ strategy }, { inheritAppConfig: true });
    await app.init();
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
  });
  return { url: await app.getUrl(), close: () => app.close() };
}

/** What refuses to start is closed: its connections and timers must not outlive the test. */
async function started(app: { close(): Promise<void> }, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** With users, a service is the one of its name; without, nobody is asked who they are. */
function natsLogin(nats: TestNats, service: string): Record<string, string> {
  const password = Object.entries(nats.passwords ?? {}).find(([user]) => user === service)?.[1];
  return password === undefined
    ? { NATS_USER: '', NATS_PASSWORD: '' }
    : { NATS_USER: service, NATS_PASSWORD: password };
}

/** The neighbours' streams: in a test nobody else makes them. */
async function makeStreams(nats: TestNats): Promise<void> {
  if (nats.passwords !== undefined) {
    return;
  } // each stream may be made by its owner alone
  // A server that has just come back answers for JetStream a moment later than for itself.
  await eventually('the broker makes streams', async () => {
    const manager = await jetstreamManager(await nats.connection(), { timeout: 3_000 });
    await Promise.all(
      schemas.map((schema) => ensureStream(manager, schema, { replicas: 1, maxAgeMs: 172_800_000, maxBytes: -1 })),
    );
  });
}

/** Consumers take only what is told after they exist; a test may tell at once. */
async function durablesReady(transport: NatsTransport): Promise<void> {
  // By the service's own connection: nobody else may ask for them.
  const manager = await transport.unwrap<Broker>().manager();
  await eventually('all handlers listen', () =>
    Promise.all(transport.durables.map(({ stream, durable }) => manager.consumers.info(stream, durable))),
  );
}
