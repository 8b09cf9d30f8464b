/**
 * Messages between the processes of one service. Every other process receives each of them, the sender does not. Fire and
 * forget: what is sent while the broker is out of reach is dropped. Topics are declared in `MessagingOptions.peerTopics`.
 */
export abstract class Peers {
  /** Sends `message` as JSON; at most 1 MiB of it, the broker's limit. */
  abstract publish(topic: string, message: unknown): void;

  /**
   * Calls `handler` for every message of the other processes from now on; the returned function ends it. During a rolling update the
   * sender may be of another version: the handler checks the shape.
   */
  abstract subscribe(topic: string, handler: (message: unknown) => void): () => void;
}

/** The subject of a service's topic: outside of `rpc.` and of all events, readable and writable by this service alone. */
export const peerSubject = (service: string, topic: string): string => `peers.${service}.${topic}`;
