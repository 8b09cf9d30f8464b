export { PostsModule } from './posts.module.ts';
