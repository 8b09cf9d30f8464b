import { Controller } from '@nestjs/common';
import { auditRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

@Controller()
export class AuditLogController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.auditLog)
  auditLog(@Input() { query }: InputFor<typeof routes.auditLog>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(auditRpc.auditList, query, caller);
  }
}
