import { Controller } from '@nestjs/common';
import { exportEvents, importDataEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { Notify } from '../notifications/index.ts';
import { exportNotice } from './export-notices.ts';
import { ExportPeopleRepository } from './export-people.repository.ts';

/** Exports are made by another service; here their people are told. */
@Controller()
export class ExportsEvents {
  constructor(
    private readonly people: ExportPeopleRepository,
    private readonly audit: Audit,
    private readonly mails: MailQueue,
    private readonly notify: Notify,
  ) {}

  @On(exportEvents.exportAsked)
  async asked({ data }: EventEnvelope<DataOf<typeof exportEvents.exportAsked>>, tx: Tx): Promise<void> {
    if (await this.people.hold(tx, data.userId)) {
      await this.audit.note(tx, data.userId, { act: 'export_asked' });
    }
  }

  @On(importDataEvents.importAsked)
  async importAsked({ data }: EventEnvelope<DataOf<typeof importDataEvents.importAsked>>, tx: Tx): Promise<void> {
    if (await this.people.hold(tx, data.userId)) {
      await this.audit.note(tx, data.userId, { act: 'import_asked' });
    }
  }

  @On(importDataEvents.importEnded)
  async importEnded({ data }: EventEnvelope<DataOf<typeof importDataEvents.importEnded>>, tx: Tx): Promise<void> {
    if (await this.people.hold(tx, data.userId)) {
      await this.mails.add(tx, data.userId, 'import_ended');
    }
  }

  /** The mail comes even when the business is gone by now. */
  @On(exportEvents.exportEnded, { evenWhenErased: true })
  async ended(event: EventEnvelope<DataOf<typeof exportEvents.exportEnded>>, tx: Tx): Promise<void> {
    const { userId, outcome } = event.data;
    if (await this.people.hold(tx, userId)) {
      await this.mails.add(tx, userId, outcome === 'ready' ? 'export_ready' : 'export_failed');
      await this.notify.execute(tx, event, (timeZone) => exportNotice(event.data, timeZone));
    }
  }
}
