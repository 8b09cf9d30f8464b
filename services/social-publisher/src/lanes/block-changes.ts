import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';

/** Whose posts are blocked: those of one account, or all of a platform. */
export type BlockSubject = { readonly accountId: string } | { readonly platform: Platform };

/** Raised after a commit that blocked an account or a platform, or queued a post where calls are blocked. */
@Injectable()
export class BlockChanges {
  private listener: ((subject: BlockSubject) => void) | undefined;

  onChange(listener: (subject: BlockSubject) => void): void {
    this.listener = listener;
  }

  changed(subject: BlockSubject): void {
    this.listener?.(subject);
  }
}
