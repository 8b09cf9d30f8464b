import { Injectable } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy } from '@nestjs/microservices';

/** The transport strategy of `bootstrap({ strategy: NatsTransport })`: rpc by core NATS, events by JetStream. */
@Injectable()
export class NatsTransport extends Server implements CustomTransportStrategy {
  override listen(callback: (error?: unknown) => void): void {
    callback(new Error('The transport is being written.'));
  }

  override close(): void {}

  override on(): never {
    throw new Error('NatsTransport has no events of its own.');
  }

  override unwrap<T>(): T {
    throw new Error('NatsTransport hides its connection.');
  }
}
