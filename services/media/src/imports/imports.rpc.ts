import { Controller } from '@nestjs/common';
import { importDataRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { personOf } from '../access.ts';
import { AnnounceImport } from './announce-import.ts';
import { BeginImport } from './begin-import.ts';
import { DropImport } from './drop-import.ts';
import { GetImport } from './get-import.ts';
import { OpenPart } from './open-part.ts';

type Input<N extends keyof typeof importDataRpc> = ParsedInputOf<(typeof importDataRpc)[N]>;
type Output<N extends keyof typeof importDataRpc> = Promise<OutputOf<(typeof importDataRpc)[N]>>;

@Controller()
export class ImportsRpc {
  constructor(
    private readonly announceImport: AnnounceImport,
    private readonly openPart: OpenPart,
    private readonly getImport: GetImport,
    private readonly beginImport: BeginImport,
    private readonly dropImport: DropImport,
  ) {}

  @Rpc(importDataRpc.importAnnounce)
  announce(input: Input<'importAnnounce'>, context: RpcContext): Output<'importAnnounce'> {
    return this.announceImport.execute(personOf(context), input);
  }

  @Rpc(importDataRpc.importPart)
  part(input: Input<'importPart'>, context: RpcContext): Output<'importPart'> {
    return this.openPart.execute(personOf(context), input);
  }

  @Rpc(importDataRpc.importGet)
  get(_input: object, context: RpcContext): Output<'importGet'> {
    return this.getImport.execute(personOf(context));
  }

  @Rpc(importDataRpc.importBegin)
  begin(input: Input<'importBegin'>, context: RpcContext): Output<'importBegin'> {
    return this.beginImport.execute(personOf(context), input);
  }

  @Rpc(importDataRpc.importDrop)
  drop(_input: object, context: RpcContext): Output<'importDrop'> {
    return this.dropImport.execute(personOf(context));
  }
}
