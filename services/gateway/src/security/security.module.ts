import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.ts';
import { SecurityController } from './security.controller.ts';

@Module({ controllers: [SecurityController, AuditLogController] })
export class SecurityModule {}
