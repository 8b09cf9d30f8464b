import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { removeLeftFolders } from './temp-folder.ts';

/** At the start of a process: an upload that was being received when its process was killed holds up to 50 MB of the disk. */
@Injectable()
export class LeftFolders implements OnModuleInit {
  constructor(private readonly logger: Logger) {}

  async onModuleInit(): Promise<void> {
    try {
      const folders = await removeLeftFolders();
      if (folders > 0) {
        this.logger.info('Removed temporary folders of processes that were killed', { folders });
      }
    } catch (error) {
      this.logger.warn('Temporary folders of killed processes could not be removed', { error });
    }
  }
}
