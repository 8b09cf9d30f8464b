import { Controller, UseGuards } from '@nestjs/common';
import { secondStepRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { OwnAccountsGuard } from '../own-accounts.guard.ts';
import { signedIn } from '../users/index.ts';
import { AddPasskey } from './add-passkey.ts';
import { RemovePasskey } from './remove-passkey.ts';
import { RenamePasskey } from './rename-passkey.ts';
import { StartPasskey } from './start-passkey.ts';

@Controller()
@UseGuards(OwnAccountsGuard)
export class PasskeysRpc {
  constructor(
    private readonly startPasskey: StartPasskey,
    private readonly addPasskey: AddPasskey,
    private readonly renamePasskey: RenamePasskey,
    private readonly removePasskey: RemovePasskey,
  ) {}

  @Rpc(secondStepRpc.passkeyAddStart)
  start(input: ParsedInputOf<typeof secondStepRpc.passkeyAddStart>, context: RpcContext) {
    return this.startPasskey.execute(signedIn(context), input.sessionId);
  }

  @Rpc(secondStepRpc.passkeyAdd)
  add(input: ParsedInputOf<typeof secondStepRpc.passkeyAdd>, context: RpcContext) {
    return this.addPasskey.execute(signedIn(context), input);
  }

  @Rpc(secondStepRpc.passkeyRename)
  rename(input: ParsedInputOf<typeof secondStepRpc.passkeyRename>, context: RpcContext) {
    return this.renamePasskey.execute(signedIn(context), input.id, input.name);
  }

  @Rpc(secondStepRpc.passkeyRemove)
  remove(input: ParsedInputOf<typeof secondStepRpc.passkeyRemove>, context: RpcContext) {
    return this.removePasskey.execute(signedIn(context), input);
  }
}
