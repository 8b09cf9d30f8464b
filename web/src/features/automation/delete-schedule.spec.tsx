import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { AutomationView } from './components/automation-view.tsx';
import { dailySchedule } from '#data/testing/schedules.ts';

const markup = '<img src="x" onerror="document.title=\'taken\'"><b>Bread</b>';
const schedule = { ...dailySchedule, name: markup };
const fetched = stubbedFetch();

const deletions = () => fetched.mock.calls.filter(([, init]) => init?.method === 'DELETE');

/** The page with one schedule; `deleted` is what the server answers to its deletion. */
async function askToDelete(deleted: () => Response): Promise<HTMLElement> {
  fetched.mockImplementation((input, init) => {
    if (init?.method === 'DELETE') {
      return Promise.resolve(deleted());
    }
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const isList = pathname === '/api/recurring-schedules';
    return Promise.resolve(Response.json(isList && deletions().length === 0 ? [schedule] : []));
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <main tabIndex={-1}>
        <AutomationView
          timeZone="UTC"
          connected={new Set()}
          waiting={new Set()}
          onUpload={() => undefined}
          platformPicker={() => null}
          photoPicker={() => null}
        />
      </main>
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: /^Delete/ });
  button.focus();
  fireEvent.click(button);
  return screen.findByRole('alertdialog', { name: 'Delete schedule' });
}

describe('deleting a schedule', () => {
  it('shows a name that holds HTML as text, on the card and in the question (S64)', async () => {
    const dialog = await askToDelete(() => Response.json({ success: true }));
    expect(dialog).toHaveTextContent(`Are you sure you want to delete "${markup}"? This action cannot be undone.`);
    expect(document.body.querySelectorAll('img[src="x"], b')).toHaveLength(0);
    expect(document.title).not.toBe('taken');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText(markup)).toBeInTheDocument();
    expect(deletions()).toEqual([]);
  });

  it('says what became of it', async () => {
    fireEvent.click(
      within(await askToDelete(() => Response.json({ success: true }))).getByRole('button', { name: 'Delete' }),
    );
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Schedule deleted successfully!'));
    expect(deletions().map(([address]) => address)).toEqual([`/api/recurring-schedules/${schedule.id}`]);
    expect(await screen.findByText('No automation schedules yet')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('keeps the schedule when the server refuses', async () => {
    const refusal = () => Response.json({ error: 'forbidden', message: 'Viewers can only read.' }, { status: 403 });
    fireEvent.click(within(await askToDelete(refusal)).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.tone).toBe('error'));
    expect(screen.getByText(markup)).toBeInTheDocument();
  });
});
