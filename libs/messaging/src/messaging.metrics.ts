import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';

/** Metrics of messaging inside one service: `postloom_<service>_rpc_server_seconds` and so on. */
export function messagingMetrics(service: string) {
  return defineMetrics(service, {
    rpcServerSeconds: histogram('Time to answer a request, by subject and code', { labels: ['subject', 'code'] }),
    rpcClientSeconds: histogram('Time until a request of this service was answered, by subject and code', {
      labels: ['subject', 'code'],
    }),
    rpcAskedAgain: counter(
      'Requests of this service that were sent a second time, because the first had no answer for a while',
    ),
    rpcRefused: counter('Requests refused because their budget was gone or their input was refused', ['reason']),
    eventsPublished: counter('Events the broker has confirmed', ['subject']),
    outboxLagSeconds: histogram('From the commit of an event to the broker’s confirmation'),
    outboxWaitingRows: gauge('Events not yet confirmed by the broker, as of the last look'),
    outboxOldestSeconds: gauge('How long the oldest event not yet confirmed by the broker has been waiting'),
    eventsHandled: counter('Events whose effect happened, by handler and way (stream, retry)', ['handler', 'way']),
    eventSeconds: histogram('Time of one run of an event handler', { labels: ['handler'] }),
    eventsRepeated: counter('Events that came again after their effect had happened', ['handler']),
    eventsFailed: counter('Runs of an event handler that failed and will be repeated', ['handler']),
    eventsDeferred: counter('Events kept in the inbox for later, because their business had too many in one process', [
      'handler',
    ]),
    eventsParked: counter('Events set aside after too many failures, or because they could not be read', ['handler']),
    eventsRefused: counter('Events of an erased business that were not applied', ['handler']),
    eventLagSeconds: histogram('From the moment an event was told to the end of its effect', { labels: ['way'] }),
    feedHealed: counter('Events the feed entered into the inbox because the stream had not', ['handler']),
  });
}

export type MessagingMetrics = ReturnType<typeof messagingMetrics>;
