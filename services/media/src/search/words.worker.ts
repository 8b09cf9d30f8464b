import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { WordsClaims } from './words.claims.ts';
import { WordsRepository } from './words.repository.ts';

const PHOTOS = 500;
const LEFT_WORDS = 200;

/** Stores the words of photos from before there were any, and clears away what deleted photos have left of theirs. */
@Injectable()
export class WordsWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: WordsClaims,
    private readonly words: WordsRepository,
  ) {
    super(tools, { name: 'words of photos', pollMs: 5_000, scope: Scope.system('words of photos') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const photos = await this.claims.unwritten(tx, PHOTOS);
    for (const [businessId, own] of Map.groupBy(photos, (photo) => photo.businessId)) {
      await this.words.write(tx, businessId, own);
    }
    const hasCleared = await this.words.clearLeft(tx, LEFT_WORDS);
    return photos.length === PHOTOS || hasCleared;
  }
}
