import { Injectable } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

/** Nobody waits for it longer: what it is said in does without. */
const DEADLINE_MS = 2_000;

/** The name of the caller's business; none when it is not known. */
@Injectable()
export class NameBusiness {
  constructor(private readonly rpc: Rpc) {}

  async execute(caller: Caller): Promise<string | undefined> {
    const { businessId } = caller;
    if (businessId === null) {
      return undefined;
    }
    try {
      const deadline = { deadlineMs: DEADLINE_MS };
      const [named] = await this.rpc.call(identityRpc.businessNames, { ids: [businessId] }, caller, deadline);
      return named?.name;
    } catch {
      return undefined; // the rpc client has logged and counted it
    }
  }
}
