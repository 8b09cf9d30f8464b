export { findingsOf } from './findings.ts';
export type { ComparedPost, Trait } from './findings.ts';
