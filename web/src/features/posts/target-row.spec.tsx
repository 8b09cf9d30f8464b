import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TargetRow } from './components/target-row.tsx';
import { aTarget } from '#data/testing/posts.ts';

describe('a target whose tries failed', () => {
  it('shows how often it was tried, why that failed and when the next try comes', () => {
    const target = {
      ...aTarget('pending'),
      attempts: 1,
      delayedUntil: '2026-11-20T15:05:00Z',
      error: { code: 'no_answer', message: 'Instagram did not answer.' },
    };
    render(<TargetRow postId="p" target={target} draft={false} timeZone="UTC" caption={undefined} />);
    expect(screen.getByText('1 attempt')).toBeTruthy();
    expect(screen.getByText('Instagram did not answer.')).toBeTruthy();
    expect(screen.getByText(/^Not out yet\. Next try:/).querySelector('time')?.dateTime).toBe(target.delayedUntil);
  });
});
