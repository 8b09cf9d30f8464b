import { expect, it } from 'vitest';
import { aTarget } from '#data/testing/posts.ts';
import { lookOfPost } from './history-rules.ts';

const due = { dueAt: '2026-11-21T12:00:00Z' };
const on = { ...aTarget('failed'), platform: 'twitter' as const };

it.each([
  ['Posted', 'published', [aTarget('published')], due.dueAt],
  ['Posted on Sun, Nov 29', 'published', [aTarget('published')], '2026-11-29T11:00:00Z'],
  ['Posted, but not on X', 'failed', [aTarget('published'), on], due.dueAt],
  ['Failed', 'failed', [on], due.dueAt],
  ['Needs attention', 'scheduled', [aTarget('needs_attention')], due.dueAt],
  ['Scheduled', 'scheduled', [aTarget('pending')], '2026-11-21T15:00:00Z'],
  ['Scheduled for Sun, Nov 29', 'scheduled', [aTarget('pending')], '2026-11-29T11:00:00Z'],
  ['Draft', 'draft', [aTarget('pending')], null],
] as const)('the post of an occurrence that is over: %s', (label, status, targets, scheduledFor) => {
  expect(lookOfPost({ status, targets: [...targets], scheduledFor }, due, 'UTC').label).toBe(label);
});
