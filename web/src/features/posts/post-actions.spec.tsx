import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { PostActions } from './components/post-actions.tsx';

const id = '00000000-0000-4000-8000-0000000000aa';

function show(post: Post) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
        <PostActions post={post} onClose={vi.fn()} onEdit={vi.fn()} onReschedule={vi.fn()} onOpen={vi.fn()} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  return screen.getAllByRole('button').map((button) => button.textContent);
}

describe('what can be done with a post', () => {
  it('is one main thing, the date, more in a menu, and apart from them the deletion', () => {
    expect(show(aPost(id, '2099-11-20T15:00:00Z', aTarget('pending')))).toEqual([
      'Delete',
      'More',
      'Reschedule…',
      'Edit',
    ]);
  });
  it('is a first date where there is none', () => {
    expect(show({ ...aPost(id, null, aTarget('pending')), status: 'draft' })).toContain('Schedule…');
  });
  it('is a copy once it is out', () => {
    expect(show({ ...aPost(id, '2026-11-20T15:00:00Z', aTarget('published')), status: 'published' })).toEqual([
      'Delete',
      'Duplicate',
    ]);
  });
  it('promises that a deleted post won’t go out only where none of it may be out', () => {
    const warning = (post: Post) => {
      show(post);
      fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
      const said = screen.getByRole('alertdialog').textContent;
      cleanup();
      return said;
    };
    const due = '2026-11-20T15:00:00Z';
    expect(warning(aPost(id, due, aTarget('pending'), aTarget('failed')))).toContain('It won’t go out.');
    for (const status of ['published', 'needs_attention'] as const) {
      expect(warning(aPost(id, due, aTarget('failed'), aTarget(status)))).toContain(
        'What is already published stays on the platforms.',
      );
    }
  });
  it('says that a refused part can be fixed although others are out', () => {
    const failed = { ...aTarget('failed'), error: { code: 'refused', message: 'No.' } };
    expect(show({ ...aPost(id, null, failed, aTarget('published')), status: 'failed' })).toContain('Retry failed');
    expect(screen.getByText(/What failed can still be fixed/)).toBeTruthy();
  });
});
