import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { toNewBusiness } from './components/business-form.tsx';
import CreateBusinessDialog from './components/create-business-dialog.tsx';
import { isCustomised } from './industry.ts';
import { editorTonesWith, toneNotice } from './tones.ts';

describe('tone', () => {
  it('says before submit when the industry decides it', () => {
    expect(toneNotice('restaurant', 'Restaurant & Food', 'professional')).toMatch(/start with the friendly tone/);
    expect(toneNotice('events', 'Event Planning', '')).toMatch(/start with the creative tone/);
    expect(toneNotice('realestate', 'Real Estate', 'professional')).toBeNull();
    expect(toneNotice('restaurant', 'Restaurant & Food', 'luxury')).toBeNull();
  });

  it('keeps a stored tone that the editor does not offer', () => {
    expect(editorTonesWith('friendly')).toEqual(['professional', 'friendly', 'luxury', 'edgy', 'family-friendly']);
    expect(editorTonesWith('creative').at(-1)).toBe('creative');
  });

  it('is submitted as derived; empty texts and the other industry’s fields are left out', () => {
    const sent = toNewBusiness({
      name: 'A',
      industryType: 'beauty',
      businessTone: 'professional',
      description: '',
      customIndustryName: 'Nails',
      timeZone: 'UTC',
    });
    expect(sent).toEqual({ name: 'A', industryType: 'beauty', businessTone: 'friendly', timeZone: 'UTC' });
  });
});

describe('customised', () => {
  it('when audience, specialty or selling point is filled', () => {
    expect(isCustomised({ targetAudience: ' ', businessSpecialty: null, uniqueSellingPoint: null })).toBe(false);
    expect(isCustomised({ targetAudience: null, businessSpecialty: 'Rye bread', uniqueSellingPoint: null })).toBe(true);
  });
});

describe('create business', () => {
  const fetched = stubbedFetch();
  const onOpenChange = vi.fn();
  beforeEach(() => {
    onOpenChange.mockReset();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <CreateBusinessDialog open onOpenChange={onOpenChange} variant="dashboard" />
      </QueryClientProvider>,
    );
  });
  const posts = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');

  it('offers eleven industries, pre-fills the name and goes back', () => {
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(11);
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('My Photography Business');
    fireEvent.click(screen.getByRole('button', { name: 'Back to Industries' }));
    expect(screen.getByRole('button', { name: /Real Estate/ })).toBeInTheDocument();
  });

  it('refuses an empty name in the contract’s words and sends nothing', async () => {
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    await userEvent.clear(screen.getByLabelText(/Business Name/));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    expect(await screen.findByText('Business name is required')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('repeats a failed creation under the same idempotency key and tells the server’s sentence', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(
        new Response(
          JSON.stringify({ error: 'unavailable', message: 'Postloom is restarting a part of itself.', requestId: 'r' }),
          { status: 503 },
        ),
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Creation Failed',
        description: 'Postloom is restarting a part of itself.',
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(posts()).toHaveLength(2));
    const keys = posts().map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    const body = JSON.parse(String(posts()[0]?.[1]?.body)) as Record<string, unknown>;
    expect(body).toMatchObject({ industryType: 'photography', businessTone: 'creative' });
    expect(body['timeZone']).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('asks once, softly, for the name of another industry', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    fireEvent.click(screen.getByRole('button', { name: /Other Industry/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    expect(await screen.findByText(/makes the captions fit better/)).toBeInTheDocument();
    expect(posts()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ title: 'Creation Failed', description: 'Failed to create business' }),
    );
  });
});
