import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { CONFIG, HealthRegistry, Logger, Random, settingFiles, ShutdownRegistry, SystemClock } from '@postloom/chassis';
import type { ServiceConfig } from '@postloom/chassis';
import { Uow } from '@postloom/persistence';
import { EventHints } from './events/event-hints.ts';
import { InboxRepository } from './events/inbox.repository.ts';
import { NatsEventHints } from './events/nats-event-hints.ts';
import { ParkedEvents } from './events/parked-events.ts';
import { messagingConfig } from './messaging.config.ts';
import { messagingMetrics } from './messaging.metrics.ts';
import { MESSAGING_OPTIONS } from './messaging.options.ts';
import type { OpenMessagingOptions } from './messaging.options.ts';
import { Broker } from './nats/broker.ts';
import { LINE_CLOCK, NatsTransport } from './nats.transport.ts';
import { NatsPeers } from './peers/nats-peers.ts';
import { Peers } from './peers/peers.ts';
import { requestsOf } from './permissions.ts';
import { CallerSigner, CallerVerifier } from './rpc/caller-assertion.ts';
import { RpcClient } from './rpc/rpc.client.ts';
import { Rpc } from './rpc/rpc.ts';
import { Storage } from './storage.ts';

/**
 * Deadlines, reconnects and back-offs are of the real line and the real broker: a test that holds the service's clock still must not
 * hold them. Loops (relay, feed) go by the service's clock.
 */
const lineClock = new SystemClock();

/**
 * Rpc client, transport, relay, consumers and feed of one service. Needs `ChassisModule`; with `PersistenceModule` the
 * service emits and handles events, without it (gateway) it only makes requests and watches.
 */
@Module({})
export class MessagingModule {
  static forRoot(options: OpenMessagingOptions): DynamicModule {
    const providers: Provider[] = [
      { provide: MESSAGING_OPTIONS, useValue: options },
      {
        provide: Broker,
        useFactory: connectBroker(options.service),
        inject: [CONFIG, Logger, HealthRegistry, ShutdownRegistry],
      },
      {
        provide: Rpc,
        useFactory: (broker: Broker, random: Random) =>
          new RpcClient({
            ...{ broker, clock: lineClock, random, metrics: messagingMetrics(options.service) },
            isOutputChecked: messagingConfig.rpcCheckOutput,
            calls: allowedCalls(options),
            signer: callerSigner(),
          }),
        inject: [Broker, Random],
      },
      {
        provide: ParkedEvents,
        useFactory: (uow: Uow | undefined) =>
          uow === undefined ? undefined : new ParkedEvents(uow, new InboxRepository()),
        inject: [{ token: Uow, optional: true }],
      },
      {
        provide: Storage,
        useFactory: (uow: Uow | undefined, parked: ParkedEvents | undefined) => new Storage(uow, parked),
        inject: [{ token: Uow, optional: true }, ParkedEvents],
      },
      {
        provide: EventHints,
        useFactory: (broker: Broker, logger: Logger) => new NatsEventHints(broker, logger),
        inject: [Broker, Logger],
      },
      {
        provide: Peers,
        useFactory: (broker: Broker, random: Random, logger: Logger) =>
          new NatsPeers(options.service, random.uuidv7(), broker, logger),
        inject: [Broker, Random, Logger],
      },
      { provide: LINE_CLOCK, useValue: lineClock },
      {
        provide: CallerVerifier,
        useFactory: () =>
          new CallerVerifier(
            () => messagingConfig.callerKeys,
            () => lineClock.now().getTime(),
          ),
      },
      NatsTransport,
    ];
    return {
      module: MessagingModule,
      global: true,
      providers,
      exports: [MESSAGING_OPTIONS, Rpc, EventHints, Peers, ParkedEvents, NatsTransport],
    };
  }
}

/** Null where anything may be asked: in tests. */
function allowedCalls({ calls, handles }: OpenMessagingOptions): ReadonlySet<string> | null {
  return calls === 'any' ? null : new Set(requestsOf({ calls, handles }));
}

function callerSigner(): CallerSigner | null {
  const first = messagingConfig.callerSigningKey;
  return first === undefined
    ? null
    : new CallerSigner(
        () => messagingConfig.callerSigningKey ?? first,
        () => lineClock.now().getTime(),
      );
}

function connectBroker(service: string) {
  return (config: ServiceConfig, logger: Logger, health: HealthRegistry, shutdown: ShutdownRegistry): Broker => {
    const login = () => ({ user: config.natsUser, password: config.natsPassword });
    const broker = new Broker({ service, url: config.natsUrl, login }, lineClock, logger);
    const forget = settingFiles.whenChanged(() => void broker.refresh());
    shutdown.register('stop-intake', 'nats login', async () => forget());
    health.register('nats', () => broker.check());
    shutdown.register('close', 'nats', () => broker.close());
    // In the background: nothing in the start of a process needs the broker, and readiness tells when it is there.
    broker.connect().catch(() => logger.debug('The connection to NATS was given up'));
    return broker;
  };
}
