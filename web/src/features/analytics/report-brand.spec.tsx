import type { ReportBrandSettings, ReportLogo } from '@postloom/contracts';
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
let logo: ReportLogo | null;
let sentLogos: unknown[];
const drawn: ReportLogo = { png: 'iVBORw0KGgo=', width: 120, height: 40 };

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  held = { saved: { sender: null, color: null }, brand: { name: aBakery.name, color: null, isWhiteLabel: true } };
  sent = [];
  refused = null;
  logo = null;
  sentLogos = [];
  onClose.mockReset();
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === '/api/reports/logo') {
      return answerLogo(init);
    }
    if (init?.method !== 'PUT') {
      return Promise.resolve(Response.json(held));
    }
    const body: unknown = JSON.parse(String(init.body));
    sent.push(body);
    return refused ?? Promise.resolve(Response.json({ ...held, saved: body }));
  });
});

/** As the service does: what it was sent is drawn anew. */
function answerLogo(init: RequestInit | undefined): Promise<Response> {
  if (init?.method === 'DELETE') {
    logo = null;
    return refused ?? Promise.resolve(new Response(null, { status: 204 }));
  }
  if (init?.method === 'PUT') {
    sentLogos.push(JSON.parse(String(init.body)));
    logo = refused === null ? drawn : logo;
    return refused ?? Promise.resolve(Response.json({ logo }));
  }
  return Promise.resolve(Response.json({ logo }));
}

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
    fireEvent.click(screen.getByRole('button', { name: 'Save Branding' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([{ sender: 'Studio North', color: '#2e6b48' }]);
  });

  it('is that of the business when nothing was chosen', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Save Branding' }));
    await vi.waitFor(() => expect(sent).toEqual([{ sender: null, color: null }]));
    expect(screen.getByText('Social media report')).toBeInTheDocument();
  });

  it('stays open and says why when it was refused', async () => {
    show();
    await screen.findByLabelText('From');
    refused = refusal(403, 'forbidden', 'Your role does not allow this.');
    fireEvent.click(screen.getByRole('button', { name: 'Save Branding' }));
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the logo of reports', () => {
  const file = (type: string, bytes: number) => new File([new Uint8Array(bytes).fill(7)], 'logo', { type });
  const choose = async (chosen: File) =>
    fireEvent.change(await screen.findByLabelText('Logo'), { target: { files: [chosen] } });

  it('is saved when it is chosen, shown as it was drawn, and taken off again', async () => {
    show();
    await screen.findByRole('button', { name: 'Choose Logo' });
    await choose(file('image/png', 6));
    const picture = await screen.findByRole('img', { name: 'The logo on your reports' });
    expect(picture).toHaveAttribute('src', `data:image/png;base64,${drawn.png}`);
    expect(document.querySelector('figure img')).toHaveAttribute('src', picture.getAttribute('src'));
    expect(sentLogos).toEqual([{ file: btoa('\x07'.repeat(6)) }]);
    expect(screen.getByRole('button', { name: 'Choose Another' })).toBeEnabled();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Logo' }));
    expect(await screen.findByRole('button', { name: 'Choose Logo' })).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'The logo on your reports' })).toBeNull();
    expect(sent).toEqual([]);
  });

  it.each([
    ['image/svg+xml', 10, 'Please use a PNG, JPEG or WebP picture.'],
    ['image/png', 500_001, 'Please use a picture of at most 500 KB.'],
  ])('is refused here already as %s of %i bytes', async (type, bytes, message) => {
    show();
    await choose(file(type, bytes));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(sentLogos).toEqual([]);
  });

  it('says why the service refused it, and keeps the one of before', async () => {
    logo = drawn;
    show();
    await screen.findByRole('img', { name: 'The logo on your reports' });
    refused = refusal(422, 'invalid_image', 'This picture could not be read.');
    await choose(file('image/png', 6));
    expect(await screen.findByText('This picture could not be read.')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'The logo on your reports' })).toBeInTheDocument();
  });
});

describe('on a smaller plan', () => {
  it('says what the Agency plan has, and leads there', async () => {
    held = { ...held, brand: { ...held.brand, isWhiteLabel: false } };
    show();
    expect(await screen.findByText(/^On the Agency plan, reports carry your own name/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings#subscription');
    expect(screen.queryByRole('button', { name: 'Save Branding' })).toBeNull();
  });
});
