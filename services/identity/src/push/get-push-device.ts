import { Injectable } from '@nestjs/common';
import type { PushDevice } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { PushDevicesRepository } from './push-devices.repository.ts';

/** Tries in a row that must fail before a person is told. */
const FAILURES_WORTH_TELLING = 3;

/** Whether the browser of a session gets pushes. One that subscribed with a key that was taken out does not: it subscribes anew. */
@Injectable()
export class GetPushDevice {
  constructor(
    private readonly uow: Uow,
    private readonly devices: PushDevicesRepository,
  ) {}

  async execute(userId: string, sessionId: string): Promise<PushDevice> {
    const keys = config.vapidKeys;
    if (keys === undefined) {
      return { serverKey: null, state: 'off' };
    }
    const found = await this.uow.run(Scope.global(), (tx) => this.devices.find(tx, userId, sessionId), {
      readOnly: true,
    });
    const isOn = found !== null && keys.of(found.server_key) !== undefined;
    const state = found !== null && found.failures >= FAILURES_WORTH_TELLING ? 'failing' : 'on';
    return { serverKey: keys.current.publicKey, state: isOn ? state : 'off' };
  }
}
