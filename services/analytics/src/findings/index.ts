export { comparedPosts } from './compared-posts.ts';
export { findingsOf } from './findings.ts';
export type { Trait } from './findings.ts';
