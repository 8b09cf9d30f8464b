import { Controller } from '@nestjs/common';
import { exportRpc } from '@postloom/contracts';
import type { DataExport } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { personOf } from '../access.ts';
import { toDataExport } from './data-export.ts';
import { ExportsRepository } from './exports.repository.ts';
import { OpenExport } from './open-export.ts';
import { StartExport } from './start-export.ts';

@Controller()
export class ExportsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly exports: ExportsRepository,
    private readonly startExport: StartExport,
    private readonly openExport: OpenExport,
  ) {}

  @Rpc(exportRpc.exportStart)
  start(_input: object, context: RpcContext): Promise<DataExport> {
    return this.startExport.execute(personOf(context));
  }

  @Rpc(exportRpc.exportGet)
  async get(_input: object, context: RpcContext): Promise<DataExport> {
    const userId = personOf(context);
    return toDataExport(
      await this.uow.run(Scope.global(), (tx) => this.exports.latest(tx, userId), { readOnly: true }),
    );
  }

  @Rpc(exportRpc.exportOpen)
  open(_input: object, context: RpcContext): Promise<{ path: string; ticket: string }> {
    return this.openExport.execute(personOf(context));
  }
}
