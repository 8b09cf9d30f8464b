import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { transferRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { MediaConfig } from '../config.ts';
import { SignedAddresses } from '../storage/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { EndUpload } from './end-upload.ts';
import { FinishTransfer } from './finish-transfer.ts';
import { JoinParts } from './join-parts.ts';
import { ListParts } from './list-parts.ts';
import { SignPart } from './sign-part.ts';
import { StartForm } from './start-form.ts';
import { StartParts } from './start-parts.ts';
import { StartPut } from './start-put.ts';

type Input<N extends keyof typeof transferRpc> = ParsedInputOf<(typeof transferRpc)[N]>;
type Output<N extends keyof typeof transferRpc> = Promise<OutputOf<(typeof transferRpc)[N]>>;

@Controller()
export class TransfersRpc {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly addresses: SignedAddresses,
    private readonly startPut: StartPut,
    private readonly startForm: StartForm,
    private readonly startParts: StartParts,
    private readonly listParts: ListParts,
    private readonly signPart: SignPart,
    private readonly joinParts: JoinParts,
    private readonly endTransfer: EndTransfer,
    private readonly endUpload: EndUpload,
    private readonly finishTransfer: FinishTransfer,
  ) {}

  @Rpc(transferRpc.waysGet)
  ways(): Output<'waysGet'> {
    return Promise.resolve({
      toStorage: this.addresses.arePublic,
      partsFromBytes: this.config.uploadPartsFromBytes,
    });
  }

  @Rpc(transferRpc.putStart)
  put(input: Input<'putStart'>, context: RpcContext): Output<'putStart'> {
    return this.startPut.execute(input, context);
  }

  @Rpc(transferRpc.formStart)
  form(input: Input<'formStart'>, context: RpcContext): Output<'formStart'> {
    return this.startForm.execute(input, context);
  }

  @Rpc(transferRpc.partsStart)
  parts(input: Input<'partsStart'>, context: RpcContext): Output<'partsStart'> {
    return this.startParts.execute(input, context);
  }

  @Rpc(transferRpc.partsList)
  list(input: Input<'partsList'>, context: RpcContext): Output<'partsList'> {
    return this.listParts.execute(input, context);
  }

  @Rpc(transferRpc.partSign)
  sign(input: Input<'partSign'>, context: RpcContext): Output<'partSign'> {
    return this.signPart.execute(input, context);
  }

  @Rpc(transferRpc.partsJoin)
  join(input: Input<'partsJoin'>, context: RpcContext): Output<'partsJoin'> {
    return this.joinParts.execute(input, context);
  }

  @Rpc(transferRpc.transferEnd)
  end(input: Input<'transferEnd'>, context: RpcContext): Output<'transferEnd'> {
    return this.endTransfer.execute(input, context);
  }

  @Rpc(transferRpc.uploadEnd)
  endAny(input: Input<'uploadEnd'>, context: RpcContext): Output<'uploadEnd'> {
    return this.endUpload.execute(input, context);
  }

  @Rpc(transferRpc.transferFinish)
  finish(input: Input<'transferFinish'>, context: RpcContext): Output<'transferFinish'> {
    return this.finishTransfer.execute(input, context);
  }
}
