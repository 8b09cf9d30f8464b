import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { MailModule } from '../mail/index.ts';
import { NotificationsModule } from '../notifications/index.ts';
import { ExportPeopleRepository } from './export-people.repository.ts';
import { ExportsEvents } from './exports.events.ts';

@Module({
  imports: [AuditModule, MailModule, NotificationsModule],
  controllers: [ExportsEvents],
  providers: [ExportPeopleRepository],
})
export class ExportsModule {}
