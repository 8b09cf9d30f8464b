import type { AccountReplacement } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { AskedAfterConnect } from './components/asked-after-connect.tsx';
import { ReplacementNotices } from './components/replacement-notices.tsx';
import { questionsOf } from './replacement-rules.ts';

const [from, to] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const waiting: AccountReplacement = {
  platform: 'instagram',
  from: { accountId: from, accountName: '@old_bakery' },
  to: { accountId: to, accountName: '@new_bakery' },
  posts: 12,
  schedules: 1,
  decision: 'open',
};
const fetched = stubbedFetch();
let replacements: AccountReplacement[];
let answer: () => Promise<Response>;

const answers = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

beforeEach(() => {
  replacements = [waiting];
  answer = () => Promise.resolve(Response.json({ success: true }));
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'POST') {
      return answer();
    }
    return Promise.resolve(Response.json(String(url).endsWith('/replacements') ? replacements : []));
  });
});

function show(children: ReactNode) {
  render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>);
}

describe('an account connected in place of another', () => {
  it('asks once for everything that waits, and sends the answer once', async () => {
    const onClose = vi.fn();
    let settle: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (settle = resolve));
    show(<AskedAfterConnect platform="instagram" onClose={onClose} />);
    const dialog = await screen.findByRole('dialog', {
      name: 'Send 12 waiting posts and 1 recurring schedule from @new_bakery?',
    });
    const yes = within(dialog).getByRole('button', { name: 'Yes, send them' });
    fireEvent.click(yes);
    // While the answer is saved nothing closes the question or answers it again.
    const close = within(dialog).getByRole('button', { name: 'Close' });
    await waitFor(() => expect(close).toBeDisabled());
    fireEvent.click(yes);
    fireEvent.click(within(dialog).getByRole('button', { name: /^No/ }));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(answers()).toHaveLength(1));
    settle(Response.json({ success: true }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(answers()).toEqual([{ fromAccountId: from, toAccountId: to, decision: 'move' }]);
    expect(currentToasts()[0]?.title).toBe('Now from @new_bakery: 12 waiting posts and 1 recurring schedule');
  });

  it('keeps them where they are, which can be changed later', async () => {
    replacements = [{ ...waiting, posts: 1, schedules: 0 }];
    show(<ReplacementNotices show="all" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Decide what happens with 1 waiting post' }));
    expect(screen.getByRole('listitem', { hidden: true })).toHaveTextContent(
      '1 waiting post was planned for @old_bakery. Connected now: @new_bakery.',
    );
    const dialog = await screen.findByRole('dialog', { name: 'Send 1 waiting post from @new_bakery?' });
    replacements = [{ ...waiting, posts: 1, schedules: 0, decision: 'keep' }];
    fireEvent.click(within(dialog).getByRole('button', { name: 'No, let it wait' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(answers()).toEqual([{ fromAccountId: from, toAccountId: to, decision: 'keep' }]);
    expect(await screen.findByRole('button', { name: 'Change what happens with 1 waiting post' })).toBeTruthy();
  });

  it('does not ask again what was answered, and says when an answer could not be saved', async () => {
    answer = () => Promise.resolve(Response.json({ error: 'conflict', message: 'Another account.' }, { status: 409 }));
    show(<ReplacementNotices show="open" />);
    fireEvent.click(await screen.findByRole('button', { name: /^Decide/ }));
    const dialog = await screen.findByRole('dialog');
    replacements = [{ ...waiting, decision: 'keep' }];
    fireEvent.click(within(dialog).getByRole('button', { name: /^Yes/ }));
    await waitFor(() => expect(currentToasts()[0]?.description).toContain('Another account.'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Decide/, hidden: true })).toBeNull());
  });

  it('names accounts as far as they are known, the open question first', () => {
    const unnamed = {
      ...waiting,
      from: { ...waiting.from, accountName: null },
      to: { ...waiting.to, accountName: null },
    };
    const found = questionsOf([{ ...waiting, decision: 'keep' }, unnamed], [{ id: to, accountName: '@from_the_list' }]);
    expect(found.map((one) => [one.isOpen, one.from, one.to])).toEqual([
      [true, null, '@from_the_list'],
      [false, '@old_bakery', '@new_bakery'],
    ]);
  });
});
