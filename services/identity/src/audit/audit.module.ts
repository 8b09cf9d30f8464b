import { Module } from '@nestjs/common';
import { AuditEvents } from './audit.events.ts';
import { AuditRepository } from './audit.repository.ts';
import { AuditRpc } from './audit.rpc.ts';
import { Audit } from './audit.ts';

@Module({ controllers: [AuditRpc, AuditEvents], providers: [AuditRepository, Audit], exports: [Audit] })
export class AuditModule {}
