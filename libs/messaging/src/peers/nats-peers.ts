import type { Logger } from '@postloom/chassis';
import type { Broker } from '../nats/broker.ts';
import { listen } from '../nats/listen.ts';
import { decodeJson, encodeJson } from '../rpc/wire.ts';
import { Peers, peerSubject } from './peers.ts';

/** On the wire: `[id of the sending process, message]`. */
export class NatsPeers extends Peers {
  constructor(
    private readonly service: string,
    /** Tells the processes apart; fresh at every start. */
    private readonly processId: string,
    private readonly broker: Broker,
    private readonly logger: Logger,
  ) {
    super();
  }

  override publish(topic: string, message: unknown): void {
    this.broker.current?.publish(peerSubject(this.service, topic), encodeJson([this.processId, message]));
  }

  override subscribe(topic: string, handler: (message: unknown) => void): () => void {
    return listen(this.broker, this.logger, [peerSubject(this.service, topic)], (payload) => {
      const [sender, message] = decodeJson(payload) as [unknown, unknown];
      if (sender !== this.processId) {
        handler(message);
      }
    });
  }
}
