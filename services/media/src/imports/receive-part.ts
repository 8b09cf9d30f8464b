import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { DiskRoom } from '../pictures/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { feed, PACE, Receiving, watchPace } from '../uploads/index.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsWorker } from './imports.worker.ts';

/** Stores the next bytes of a zip as an object of its own, and counts them only when they are there: a request that breaks off is sent again. */
@Injectable()
export class ReceivePart {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly diskRoom: DiskRoom,
    private readonly receiving: Receiving,
    private readonly imports: ImportsRepository,
    private readonly worker: ImportsWorker,
    @Inject(CONFIG) private readonly config: MediaConfig,
  ) {}

  /**
   * @throws AppError validation_failed when other bytes came than were announced; request_timeout when they come too slowly; conflict when
   * another request was faster
   */
  async execute(ticket: Extract<Ticket, { kind: 'import' }>, request: IncomingMessage): Promise<void> {
    try {
      await this.diskRoom.inFolder(ticket.userId, async (folder) => {
        const path = join(folder.path, 'part');
        await this.receiving.run(ticket.userId, folder, ticket.bytes, () => receiveBytes(request, path, ticket.bytes));
        await this.store(ticket, path);
      });
    } finally {
      request.resume(); // the rest of a refused body is discarded, so that the answer can travel
    }
  }

  private async store(
    { importId, userId, from, bytes }: Extract<Ticket, { kind: 'import' }>,
    path: string,
  ): Promise<void> {
    // A key of its own for each attempt: none can replace what another has stored.
    const key = objectKeys.importSegment(userId, importId, this.random.uuidv7());
    const keptSeconds = this.config.keepImportsDays * 86_400;
    await this.uow.run(Scope.global(), (tx) => this.deletions.add(tx, [key], keptSeconds));
    await this.storage.putFile(key, path, 'application/octet-stream');
    const isNext = await this.uow.run(Scope.global(), async (tx) => {
      const added = await this.imports.addSegment(tx, importId, { key, start: from, length: bytes });
      if (!added) {
        await this.deletions.add(tx, [key]);
      }
      tx.afterCommit(() => this.worker.wake());
      return added;
    });
    if (!isNext) {
      throw new AppError('conflict', 'These bytes are here already, or this upload was given up.');
    }
  }
}

/** @throws AppError validation_failed, request_timeout */
export async function receiveBytes(request: IncomingMessage, path: string, bytes: number, pace = PACE): Promise<void> {
  const file = createWriteStream(path);
  const stop = new AbortController();
  const watch = watchPace(request, pace, () => stop.abort(new AppError('request_timeout')));
  try {
    await feed(request, file, stop.signal);
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('validation_failed', 'The upload broke off.', { cause: error });
  } finally {
    watch.stop();
    await closed(file);
  }
  if ((await stat(path)).size !== bytes) {
    throw new AppError('validation_failed', 'These are not as many bytes as were announced.');
  }
}

/** It must be closed before the folder goes. What was still to be written is given up, and is no error then. */
function closed(file: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (file.closed) {
      resolve();
      return;
    }
    file.on('error', () => undefined).once('close', () => resolve());
    file.destroy();
  });
}
