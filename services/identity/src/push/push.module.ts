import { Module } from '@nestjs/common';
import { PreferencesModule } from '../preferences/index.ts';
import { GetPushDevice } from './get-push-device.ts';
import { PushClient } from './push-client.ts';
import { PushDevicesRepository } from './push-devices.repository.ts';
import { PushQueueRepository } from './push-queue.repository.ts';
import { PushRpc } from './push.rpc.ts';
import { PushWorker } from './push.worker.ts';
import { RemovePushDevice } from './remove-push-device.ts';
import { SavePushDevice } from './save-push-device.ts';

@Module({
  imports: [PreferencesModule],
  controllers: [PushRpc],
  providers: [
    PushDevicesRepository,
    GetPushDevice,
    SavePushDevice,
    RemovePushDevice,
    PushQueueRepository,
    PushClient,
    PushWorker,
  ],
  exports: [PushQueueRepository],
})
export class PushModule {}
