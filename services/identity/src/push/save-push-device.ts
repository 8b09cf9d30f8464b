import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { PushDevice, PushDeviceInput } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { isPushEndpoint, isPushKey } from './push-endpoint.ts';
import { PushDevicesRepository } from './push-devices.repository.ts';

/** Sends pushes to the browser of a session. */
@Injectable()
export class SavePushDevice {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly devices: PushDevicesRepository,
  ) {}

  /** @throws AppError `validation_failed`, `unauthorized` when the session has ended meanwhile, `unavailable` without keys */
  async execute(userId: string, sessionId: string, device: PushDeviceInput): Promise<PushDevice> {
    if (config.vapidKeys === undefined) {
      throw new AppError('unavailable');
    }
    if (!isPushEndpoint(device.endpoint, config.pushAllowPrivate)) {
      throw refused('endpoint', 'This address is not one of a push service.');
    }
    if (!isPushKey(device.p256dh)) {
      throw refused('p256dh', 'This key is not valid.');
    }
    const serverKey = config.vapidKeys.current.publicKey;
    const saved = await this.uow.run(Scope.global(), (tx) =>
      this.devices.put(tx, { ...device, id: this.random.uuidv7(), userId, sessionId, serverKey }),
    );
    if (!saved) {
      throw new AppError('unauthorized');
    }
    return { serverKey, state: 'on' };
  }
}

const refused = (path: string, message: string): AppError =>
  new AppError('validation_failed', undefined, { details: [{ path, message }] });
