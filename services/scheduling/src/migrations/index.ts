import { baseMigration } from '@postloom/persistence';
import { Posts1795132800001 } from './20261120001-posts.ts';
import { TargetDelays1795219200011 } from './20261121011-target-delays.ts';

/** In order. The first makes the plumbing every service has, with the counts of the posts' limit. */
export const migrations = [baseMigration({ quotas: true }), Posts1795132800001, TargetDelays1795219200011];
