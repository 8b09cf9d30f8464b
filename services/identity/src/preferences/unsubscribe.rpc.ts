import { Controller } from '@nestjs/common';
import { notificationRpc } from '@postloom/contracts';
import type { ParsedInputOf, Unsubscription } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { StopMails } from './stop-mails.ts';

@Controller()
export class UnsubscribeRpc {
  constructor(private readonly stopMails: StopMails) {}

  @Rpc(notificationRpc.unsubscribeLook)
  look(input: ParsedInputOf<typeof notificationRpc.unsubscribeLook>): Promise<Unsubscription> {
    return this.stopMails.look(input);
  }

  @Rpc(notificationRpc.unsubscribe)
  unsubscribe(input: ParsedInputOf<typeof notificationRpc.unsubscribe>): Promise<Unsubscription> {
    return this.stopMails.execute(input);
  }
}
