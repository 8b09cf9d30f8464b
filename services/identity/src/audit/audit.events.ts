import { Controller } from '@nestjs/common';
import { platformRules, publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { Audit } from './audit.ts';

type Connected = DataOf<typeof publisherEvents.accountConnected>;

/** Connections are made and ended by another service; they concern the owner of the business. */
@Controller()
export class AuditEvents {
  constructor(private readonly audit: Audit) {}

  @On(publisherEvents.accountConnected, { handler: 'audit' })
  async connected({ businessId, data }: EventEnvelope<Connected>, tx: Tx): Promise<void> {
    if (businessId !== null) {
      await this.audit.noteForOwner(tx, businessId, { act: 'social_account_connected', detail: named(data) });
    }
  }

  @On(publisherEvents.accountRemoved, { handler: 'audit' })
  async removed({ businessId, data }: EventEnvelope<Connected>, tx: Tx): Promise<void> {
    if (businessId !== null) {
      await this.audit.noteForOwner(tx, businessId, { act: 'social_account_removed', detail: named(data) });
    }
  }
}

function named({ platform, accountName }: Connected): string {
  return `${platformRules[platform].name}, ${accountName}`;
}
