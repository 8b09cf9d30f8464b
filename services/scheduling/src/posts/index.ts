export { DueSignal } from './due-signal.ts';
export { bySystem, history } from './history.ts';
export { PostWriter } from './post-writer.ts';
export { MAX_TEXT_BYTES } from './post-reads.repository.ts';
export { captionFor, withTargets } from './post.ts';
export type { PostRecord, StoredError, Target } from './post.ts';
export { PostsModule } from './posts.module.ts';
export { PostsRepository } from './posts.repository.ts';
export { RenderPosts } from './render-posts.ts';
