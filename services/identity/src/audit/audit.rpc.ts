import { Controller } from '@nestjs/common';
import { auditRpc } from '@postloom/contracts';
import type { AuditEntry } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { signedIn } from '../users/index.ts';
import { AuditRepository } from './audit.repository.ts';

@Controller()
export class AuditRpc {
  constructor(
    private readonly uow: Uow,
    private readonly entries: AuditRepository,
  ) {}

  @Rpc(auditRpc.auditList)
  list(query: PageQuery, context: RpcContext): Promise<List<AuditEntry>> {
    const userId = signedIn(context);
    return this.uow.run(Scope.global(), (tx) => this.entries.list(tx, userId, query), { readOnly: true });
  }
}
