export { bestMatches, hasWords, PlanPostSearch } from './post-search.ts';
export type { PostSearch } from './post-search.ts';
export { hasOtherTexts } from './post-words.ts';
export { PostWordsRepository } from './post-words.repository.ts';
export { WordsModule } from './words.module.ts';
