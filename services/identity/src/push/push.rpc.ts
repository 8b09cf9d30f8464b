import { Controller } from '@nestjs/common';
import { pushRpc } from '@postloom/contracts';
import type { ParsedInputOf, PushDevice } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import { GetPushDevice } from './get-push-device.ts';
import { RemovePushDevice } from './remove-push-device.ts';
import { SavePushDevice } from './save-push-device.ts';

@Controller()
export class PushRpc {
  constructor(
    private readonly read: GetPushDevice,
    private readonly save: SavePushDevice,
    private readonly remove: RemovePushDevice,
  ) {}

  @Rpc(pushRpc.pushDeviceGet)
  get({ sessionId }: ParsedInputOf<typeof pushRpc.pushDeviceGet>, context: RpcContext): Promise<PushDevice> {
    return this.read.execute(signedIn(context), sessionId);
  }

  @Rpc(pushRpc.pushDeviceSet)
  set({ sessionId, ...device }: ParsedInputOf<typeof pushRpc.pushDeviceSet>, context: RpcContext): Promise<PushDevice> {
    return this.save.execute(signedIn(context), sessionId, device);
  }

  @Rpc(pushRpc.pushDeviceDelete)
  delete(
    { sessionId }: ParsedInputOf<typeof pushRpc.pushDeviceDelete>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.remove.execute(signedIn(context), sessionId);
  }
}
