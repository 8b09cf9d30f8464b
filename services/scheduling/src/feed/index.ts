export { FeedModule } from './feed.module.ts';
