import { gramsOf } from '@postloom/chassis';
import { Injectable } from '@nestjs/common';
import { WordIndex } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { postWords } from './post-words.ts';
import type { PostTexts } from './post-words.ts';

export interface WordedPost extends PostTexts {
  readonly id: string;
}

interface WordRow {
  readonly id: string;
  readonly word: string;
  readonly weight: number;
}

/** The words by which posts are found. */
@Injectable()
export class PostWordsRepository extends WordIndex {
  constructor() {
    super({ words: 'post_words', grams: 'post_grams', left: 'left_post_words', lock: 'post words' });
  }

  /** Stores the words of new posts. Sent as one message with whatever else the caller sends. */
  async add(tx: Tx, businessId: string, posts: readonly WordedPost[]): Promise<void> {
    await Promise.all([this.hold(tx, businessId), this.insert(tx, businessId, wordsOfPosts(posts))]);
  }

  /** Makes the stored words of posts what their texts say now. */
  async replace(tx: Tx, businessId: string, posts: readonly WordedPost[]): Promise<void> {
    const rows = wordsOfPosts(posts);
    await Promise.all([
      this.hold(tx, businessId),
      tx.query(
        `WITH written AS (UPDATE posts SET has_words = true WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND NOT has_words)
         DELETE FROM post_words w WHERE w.post_id = ANY ($2::uuid[]) AND w.business_id = $1
           AND (w.post_id, w.word) NOT IN (SELECT * FROM unnest($3::uuid[], $4::text[]))`,
        [businessId, posts.map(({ id }) => id), rows.map(({ id }) => id), rows.map(({ word }) => word)],
      ),
      this.insert(tx, businessId, rows),
    ]);
  }

  /**
   * The groups of three are written only of words that no post has yet: most words of a caption are not new. OFFSET 0: each word is looked
   * up, instead of all words of the business being read.
   */
  private async insert(tx: Tx, businessId: string, rows: readonly WordRow[]): Promise<void> {
    const grams = [...new Set(rows.map(({ word }) => word))].flatMap((word) => {
      const some = gramsOf(word);
      return some.length === 0 ? [] : [{ word, joined: some.join(',') }];
    });
    await tx.query(
      `WITH made AS MATERIALIZED (SELECT id, created_at FROM posts WHERE id = ANY ($7::uuid[]) AND business_id = $1),
       grams AS (INSERT INTO post_grams (business_id, gram, word)
         SELECT $1, g.gram, n.word FROM unnest($5::text[], $6::text[]) AS n (word, joined), string_to_table(n.joined, ',') AS g (gram)
         WHERE NOT EXISTS (SELECT FROM post_words w WHERE w.business_id = $1 AND w.word = n.word OFFSET 0)
         ORDER BY g.gram, n.word ON CONFLICT DO NOTHING)
       INSERT INTO post_words AS w (business_id, word, created_at, post_id, weight)
       SELECT $1, n.word, p.created_at, n.post_id, n.weight
       FROM unnest($2::uuid[], $3::text[], $4::smallint[]) AS n (post_id, word, weight)
       JOIN made p ON p.id = n.post_id
       ORDER BY n.word, n.post_id
       ON CONFLICT (business_id, word, created_at, post_id) DO UPDATE SET weight = excluded.weight WHERE w.weight <> excluded.weight`,
      [
        businessId,
        rows.map(({ id }) => id),
        rows.map(({ word }) => word),
        rows.map(({ weight }) => weight),
        grams.map(({ word }) => word),
        grams.map(({ joined }) => joined),
        [...new Set(rows.map(({ id }) => id))],
      ],
    );
  }
}

function wordsOfPosts(posts: readonly WordedPost[]): WordRow[] {
  return posts.flatMap((post) => [...postWords(post)].map(([word, weight]) => ({ id: post.id, word, weight })));
}
