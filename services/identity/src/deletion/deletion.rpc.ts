import { Controller } from '@nestjs/common';
import { deletionRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { ConfirmDeletion } from './confirm-deletion.ts';
import { GetDeletionStatus } from './get-deletion-status.ts';
import { RequestDeletion } from './request-deletion.ts';

/** Nobody needs to be signed in: what a caller may do is decided by a mailed link, a code or a confirmed session. */
@Controller()
export class DeletionRpc {
  constructor(
    private readonly requestDeletion: RequestDeletion,
    private readonly confirmDeletion: ConfirmDeletion,
    private readonly getStatus: GetDeletionStatus,
  ) {}

  @Rpc(deletionRpc.deletionRequest)
  request(input: ParsedInputOf<typeof deletionRpc.deletionRequest>) {
    return this.requestDeletion.execute(input);
  }

  @Rpc(deletionRpc.deletionConfirm)
  confirm(input: ParsedInputOf<typeof deletionRpc.deletionConfirm>) {
    return this.confirmDeletion.execute(input.token);
  }

  @Rpc(deletionRpc.deletionStatus)
  status(input: ParsedInputOf<typeof deletionRpc.deletionStatus>) {
    return this.getStatus.execute(input.code);
  }
}
