import type { Business } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aStudio as business } from '#data/testing/businesses.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { BusinessDetails } from './components/business-details.tsx';
import { GeneralSettings } from './components/general-settings.tsx';

describe('the name of a business', () => {
  const fetched = stubbedFetch();
  function show(facts: Partial<Business> = {}) {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <BusinessDetails business={{ ...business, ...facts }} />
      </QueryClientProvider>,
    );
  }
  const saves = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT');
  const edit = () => fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

  it('is to be read, with its industry and what it does', () => {
    show();
    expect(facts()).toEqual(['North Studio', 'Photography']);
    cleanup();
    show({ description: 'Portraits by the sea' });
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      ...['Name', 'Industry', 'Description'],
    ]);
    expect(facts()).toEqual(['North Studio', 'Photography', 'Portraits by the sea']);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is a form when the person asks for it, and nothing has changed when they cancel', () => {
    show();
    edit();
    expect(screen.getByLabelText(/Business Name/)).toHaveFocus();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'South Studio' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(facts()).toEqual(['North Studio', 'Photography']);
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
    edit();
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('North Studio');
    expect(saves()).toHaveLength(0);
  });

  it('is a form again for who was interrupted amid it', () => {
    localStorage.setItem(`${KEPT_EDITS}business.${business.id}`, JSON.stringify({ name: 'South Studio' }));
    show();
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('South Studio');
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('that was typed is given up by Cancel, also for the next visit', () => {
    show();
    edit();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'South Studio' } });
    cleanup();
    show();
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('South Studio');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    show();
    expect(facts()).toEqual(['North Studio', 'Photography']);
  });

  it('can be changed, and what it does can be emptied', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify({ ...business, name: 'South Studio' }), { status: 200 })),
    );
    show({ description: 'Portraits by the sea' });
    edit();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'South Studio' } });
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Business saved' }));
    expect(String(saves()[0]?.[0])).toContain(`/api/businesses/${business.id}`);
    expect(JSON.parse(String(saves()[0]?.[1]?.body))).toEqual({ name: 'South Studio', description: null });
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
    expect(localStorage).toHaveLength(0);
  });

  it('is sent alone, so that a description that somebody else saved meanwhile stays', async () => {
    fetched.mockResolvedValue(Response.json({ ...business, name: 'South Studio' }));
    show();
    edit();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'South Studio' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(JSON.parse(String(saves()[0]?.[1]?.body))).toEqual({ name: 'South Studio' });
  });

  it('that is typed on while it is saved stays in the form', async () => {
    const answer = Promise.withResolvers<Response>();
    fetched.mockImplementation(() => answer.promise);
    show();
    edit();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'South Studio' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Portraits' } });
    answer.resolve(Response.json({ ...business, name: 'South Studio' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Business saved' }));
    expect(screen.getByLabelText('Description')).toHaveValue('Portraits');
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('South Studio');
    expect(Object.values(localStorage)).toEqual(['{"description":"Portraits"}']);
  });

  it('is never empty', async () => {
    show();
    edit();
    fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: '  ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Business name is required')).toBeInTheDocument();
    expect(saves()).toHaveLength(0);
  });
});

describe('the time zone of a business', () => {
  const fetched = stubbedFetch();
  function show(one = business) {
    return render(
      <QueryClientProvider client={createQueryClient()}>
        <GeneralSettings business={one} canDelete={false} />
      </QueryClientProvider>,
    );
  }
  const zone = () => screen.getByRole('combobox', { name: 'Time zone' });
  const save = () => screen.getByRole('button', { name: 'Save time zone' });
  async function chooseLisbon() {
    fireEvent.change(zone(), { target: { value: 'lisb' } });
    await screen.findByRole('option', { name: /Lisbon Europe/ });
    fireEvent.keyDown(zone(), { key: 'Enter' });
  }

  it('can be saved once it is another one', async () => {
    fetched.mockResolvedValue(Response.json({ ...business, timeZone: 'Europe/Lisbon' }));
    show();
    expect(save()).toBeDisabled();
    await chooseLisbon();
    fireEvent.click(save());
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Time zone saved' }));
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ timeZone: 'Europe/Lisbon' });
    await waitFor(() => expect(save()).toBeDisabled());
  });

  it('is the marked city when Tab leaves the field', async () => {
    show();
    fireEvent.change(zone(), { target: { value: 'lisb' } });
    await screen.findByRole('option', { name: /Lisbon Europe/ });
    fireEvent.keyDown(zone(), { key: 'Tab' });
    fireEvent.blur(zone());
    expect(zone()).toHaveDisplayValue(/^Lisbon/);
    expect(save()).toBeEnabled();
  });

  it('that was chosen can be given up, for the next visit as well', async () => {
    const first = show();
    const before = zone().getAttribute('value');
    await chooseLisbon();
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(zone()).toHaveValue(before);
    expect(save()).toBeDisabled();
    await waitFor(() => expect(zone()).toHaveFocus());
    first.unmount();
    show();
    expect(zone()).toHaveValue(before);
  });

  it('that was chosen waits for the person to come back, in that business alone', async () => {
    const first = show();
    await chooseLisbon();
    first.unmount();
    const other = show({ ...business, id: '0192f3c0-0000-7000-8000-00000000000b' });
    expect(save()).toBeDisabled();
    other.unmount();
    show();
    expect(zone()).toHaveValue('Lisbon (GMT+0)');
    expect(save()).toBeEnabled();
  });
});

describe('the end of a business', () => {
  const fetched = stubbedFetch();
  const other = { ...business, id: '0192f3c0-0000-7000-8000-00000000000b', name: 'Rye & Co' };
  const figures = {
    ...{ totalPhotos: 1204, scheduledPosts: 1, postsThisMonth: 2, engagementRate: 0, engagementMeasured: false },
    lastMonth: { posts: null, engagementRate: null },
  };
  function show(one = business, stats: object = figures) {
    fetched.mockImplementation((url, init) => {
      const path = String(url).split('?')[0];
      const known: Record<string, unknown> = {
        '/api/dashboard/stats': stats,
        '/api/user/active-business': { businessId: other.id },
      };
      return Promise.resolve(
        init?.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(known[path ?? ''] ?? [other]),
      );
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <h1>Business Settings</h1>
        <GeneralSettings business={one} canDelete />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete Business' }));
    return within(screen.getByRole('alertdialog', { name: `Delete ${one.name}?` }));
  }

  it('is asked for with what goes with it, as far as it is counted', async () => {
    const asked = show();
    expect(
      await asked.findByText(
        'Its photos, albums, captions, posts, and connected accounts will be deleted. That includes 1,204 photos and 1 scheduled post. This cannot be undone.',
      ),
    ).toBeInTheDocument();
    cleanup();
    const nothing = show(business, { ...figures, totalPhotos: 0, scheduledPosts: 0 });
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(nothing.getByText(/will be deleted\. This cannot be undone\.$/)).toBeInTheDocument();
  });

  it('is confirmed by its name, unless that is too long for a button', () => {
    expect(show().getByRole('button', { name: 'Delete North Studio' })).toBeEnabled();
    cleanup();
    const long = { ...business, name: 'The Hudson Valley Sourdough Bakehouse' };
    expect(show(long).getByRole('button', { name: 'Delete Business' })).toBeEnabled();
  });

  it('leaves the person at the heading of the page, at its top', async () => {
    const scrolled = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
    fireEvent.click(show().getByRole('button', { name: 'Delete North Studio' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Business Deleted' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Business Settings' })).toHaveFocus();
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
    scrolled.mockRestore();
  });
});
