import type { ReportBrandSettings } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import ReportBrandDialog from './components/report-brand-dialog.tsx';

const fetched = stubbedFetch();
const onClose = vi.fn();
let held: ReportBrandSettings;
let sent: unknown[];
let refused: Promise<Response> | null;

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  held = { saved: { sender: null, color: null }, brand: { name: aBakery.name, color: null, isWhiteLabel: true } };
  sent = [];
  refused = null;
  onClose.mockReset();
  fetched.mockImplementation((_input, init) => {
    if (init?.method !== 'PUT') {
      return Promise.resolve(Response.json(held));
    }
    const body: unknown = JSON.parse(String(init.body));
    sent.push(body);
    return refused ?? Promise.resolve(Response.json({ ...held, saved: body }));
  });
});

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <ReportBrandDialog onClose={onClose} />
      </PageContextProvider>
    </QueryClientProvider>,
  );

describe('the look of reports', () => {
  it('shows what they will look like, and saves it', async () => {
    show();
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '  Studio North ' } });
    expect(screen.getByText('Studio North')).toBeInTheDocument();
    expect(screen.getByText(`Social media report for ${aBakery.name}`)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('switch', { name: 'Use a color of your own' }));
    fireEvent.change(screen.getByLabelText('Color'), { target: { value: '#2e6b48' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Look' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([{ sender: 'Studio North', color: '#2e6b48' }]);
  });

  it('is that of the business when nothing was chosen', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Save Look' }));
    await vi.waitFor(() => expect(sent).toEqual([{ sender: null, color: null }]));
    expect(screen.getByText('Social media report')).toBeInTheDocument();
  });

  it('stays open and says why when it was refused', async () => {
    show();
    await screen.findByLabelText('From');
    refused = refusal(403, 'forbidden', 'Your role does not allow this.');
    fireEvent.click(screen.getByRole('button', { name: 'Save Look' }));
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('on a smaller plan', () => {
  it('says what the Agency plan has, and leads there', async () => {
    held = { ...held, brand: { ...held.brand, isWhiteLabel: false } };
    show();
    expect(await screen.findByText(/^On the Agency plan, reports carry your own name/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings#subscription');
    expect(screen.queryByRole('button', { name: 'Save Look' })).toBeNull();
  });
});
