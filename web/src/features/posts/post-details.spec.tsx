import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PostDetailsDialog } from './components/post-details-dialog.tsx';

const id = '00000000-0000-4000-8000-0000000000aa';
const fetched = stubbedFetch();

const waiting = aPost(id, '2099-11-20T15:00:00Z', aTarget('pending'));

async function show(caption: string, post: Post = waiting) {
  fetched.mockResolvedValue(Response.json({ ...post, caption, history: [] }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
        <PostDetailsDialog
          id={id}
          timeZone="UTC"
          connecting={null}
          switching={false}
          onSwitchBusiness={vi.fn()}
          onConnect={vi.fn()}
          onCrop={vi.fn()}
          photoPicker={vi.fn()}
          onClose={vi.fn()}
          onEdit={vi.fn()}
          onReschedule={vi.fn()}
          onOpen={vi.fn()}
        />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('region', { name: 'Platforms' });
}

describe("a post's caption", () => {
  it('is the title alone when it is short enough', async () => {
    await show('Rye');
    expect(screen.getByRole('dialog', { name: 'Rye' })).toBeInTheDocument();
    expect(screen.getAllByText('Rye')).toHaveLength(1);
  });

  it('is shown in full below a title that is only its beginning', async () => {
    const caption = `${'Rye and wheat, '.repeat(8)}every day.`;
    await show(caption);
    expect(screen.getByText(caption)).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: /^Rye and wheat.*…$/ })).toBeInTheDocument();
  });
});

describe('a post that failed', () => {
  it('says on how many platforms it is out', async () => {
    const failed = { ...aTarget('failed'), error: { code: 'refused', message: 'No.' } };
    await show('Rye', { ...aPost(id, null, aTarget('published'), failed), status: 'failed' });
    expect(screen.getByText('Out on 1 of 2 platforms')).toBeInTheDocument();
  });

  it('does not where it is out on none', async () => {
    await show('Rye', { ...aPost(id, null, aTarget('failed')), status: 'failed' });
    expect(screen.queryByText(/^Out on/)).toBeNull();
  });
});
