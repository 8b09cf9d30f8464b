import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { PushDevicesRepository } from './push-devices.repository.ts';

/** Sends no more pushes to the browser of a session; what is on its way there goes too. */
@Injectable()
export class RemovePushDevice {
  constructor(
    private readonly uow: Uow,
    private readonly devices: PushDevicesRepository,
  ) {}

  async execute(userId: string, sessionId: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), (tx) => this.devices.delete(tx, userId, sessionId));
    return { success: true };
  }
}
