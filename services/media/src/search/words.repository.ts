import { Injectable } from '@nestjs/common';
import { endOfPrefix, gramsOf } from '@postloom/chassis';
import { WordIndex } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { Described } from './photo-words.ts';
import { photoWords, wholeTag } from './photo-words.ts';

export interface DescribedPhoto extends Described {
  readonly id: string;
}

/** Tags of one answer. */
const MOST_LISTED_TAGS = 1_000;

/** The words by which photos are found. */
@Injectable()
export class WordsRepository extends WordIndex {
  constructor() {
    super({ words: 'library_words', grams: 'library_grams', left: 'left_words', lock: 'words' });
  }

  /** Makes the stored words of these photos what their names, descriptions and tags say now. */
  async write(tx: Tx, businessId: string, photos: readonly DescribedPhoto[]): Promise<void> {
    const rows = photos.flatMap((photo) =>
      [...photoWords(photo)].map(([word, weight]) => ({ id: photo.id, word, weight })),
    );
    const grams = [...new Set(rows.map(({ word }) => word))].flatMap((word) =>
      gramsOf(word).map((gram) => ({ gram, word })),
    );
    await this.hold(tx, businessId);
    await tx.query(
      `WITH gone AS (DELETE FROM library_words w WHERE w.photo_id = ANY ($2::uuid[]) AND w.business_id = $1
         AND (w.photo_id, w.word) NOT IN (SELECT * FROM unnest($3::uuid[], $4::text[]))),
       grams AS (INSERT INTO library_grams (business_id, gram, word)
         SELECT $1, gram, word FROM unnest($6::text[], $7::text[]) AS g (gram, word) ORDER BY gram, word ON CONFLICT DO NOTHING),
       written AS (UPDATE photos SET has_words = true WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND NOT has_words)
       INSERT INTO library_words AS w (business_id, word, photo_id, weight, created_at)
       SELECT $1, n.word, n.photo_id, n.weight, p.created_at
       FROM unnest($3::uuid[], $4::text[], $5::smallint[]) AS n (photo_id, word, weight) JOIN photos p ON p.id = n.photo_id
       ORDER BY n.word, n.photo_id
       ON CONFLICT (business_id, word, photo_id) DO UPDATE SET weight = excluded.weight WHERE w.weight <> excluded.weight`,
      [
        businessId,
        photos.map(({ id }) => id),
        rows.map(({ id }) => id),
        rows.map(({ word }) => word),
        rows.map(({ weight }) => weight),
        grams.map(({ gram }) => gram),
        grams.map(({ word }) => word),
      ],
    );
  }

  /** The tags of the library: each is found by one step of the index, however many photos have it. */
  async tags(tx: Tx, businessId: string): Promise<string[]> {
    const rows = await tx.query<{ word: string }>(
      `WITH RECURSIVE t AS (
         (SELECT word FROM library_words WHERE business_id = $1 AND word >= $2 AND word < $3 ORDER BY word LIMIT 1)
         UNION ALL
         SELECT (SELECT w.word FROM library_words w WHERE w.business_id = $1 AND w.word > t.word AND w.word < $3
                 ORDER BY w.word LIMIT 1) FROM t WHERE t.word IS NOT NULL)
       SELECT word FROM t WHERE word IS NOT NULL LIMIT ${MOST_LISTED_TAGS}`,
      [businessId, wholeTag(''), endOfPrefix(wholeTag(''))],
    );
    return rows.map(({ word }) => word.slice(1));
  }
}
