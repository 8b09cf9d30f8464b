import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBakery, aStudio as business } from '#data/testing/businesses.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { toNewBusiness } from './components/business-form.tsx';
import CreateBusinessDialog from './components/create-business-dialog.tsx';
import NextStepsDialog from './components/next-steps-dialog.tsx';
import { isCustomised } from './industry.ts';
import { toneNotice } from './tone-notice.ts';
import { editorTonesWith } from './tones.ts';

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
  const onCreated = vi.fn();
  beforeEach(() => {
    onOpenChange.mockReset();
    onCreated.mockReset();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <CreateBusinessDialog open onOpenChange={onOpenChange} variant="dashboard" onCreated={onCreated} />
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

  const choose = (industry: RegExp) => fireEvent.click(screen.getByRole('button', { name: industry }));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('lets the first key replace a name that is only suggested, and no other', async () => {
    const select = vi.spyOn(HTMLInputElement.prototype, 'select');
    choose(/Restaurant & Food/);
    const suggested = screen.getByLabelText<HTMLInputElement>(/Business Name/);
    await waitFor(() => expect(suggested.selectionEnd).toBe('My Restaurant & Food Business'.length));
    expect([suggested.selectionStart, document.activeElement]).toEqual([0, suggested]);
    type(/Business Name/, 'Juniper & Rye');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    select.mockClear();
    choose(/Photography/);
    await waitFor(() => expect(screen.getByLabelText(/Business Name/)).toHaveFocus());
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
  });

  it.each(['Change', 'Back to Industries'])('keeps what was typed: %s', async (way) => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    choose(/Restaurant & Food/);
    type(/Business Name/, 'Juniper & Rye');
    type(/Description/, 'Rye bread and cake');
    type(/Location/, 'Porto');
    type(/Brand Tone/, 'luxury');
    fireEvent.click(screen.getByRole('button', { name: way }));
    choose(/Photography/);
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('Juniper & Rye');
    expect(screen.getByLabelText(/Location/)).toHaveValue('Porto');
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(JSON.parse(String(posts()[0]?.[1]?.body))).toMatchObject({
      ...{ name: 'Juniper & Rye', description: 'Rye bread and cake', businessLocation: 'Porto' },
      ...{ businessTone: 'luxury', industryType: 'photography' },
    });
  });

  it('suggests for another industry what was only suggested, and clears the name of one that is not listed', () => {
    choose(/Other Industry/);
    type(/Industry Type/, 'Pet grooming');
    type(/Custom AI Prompting/, 'No puns');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    choose(/Restaurant & Food/);
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('My Restaurant & Food Business');
    expect(screen.getByLabelText('Brand Tone')).toHaveValue('friendly');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    choose(/Other Industry/);
    expect(screen.getByLabelText(/Industry Type/)).toHaveValue('');
    expect(screen.getByLabelText(/Custom AI Prompting/)).toHaveValue('No puns');
  });

  it('starts over when it is closed', () => {
    choose(/Restaurant & Food/);
    type(/Business Name/, 'Juniper & Rye');
    type(/Location/, 'Porto');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onOpenChange).toHaveBeenCalledWith(false);
    choose(/Restaurant & Food/);
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('My Restaurant & Food Business');
    expect(screen.getByLabelText(/Location/)).toHaveValue('');
    expect(localStorage).toHaveLength(0);
  });

  it('starts over once the business is made, also where the dialog was gone before the answer came', async () => {
    const answer = Promise.withResolvers<Response>();
    fetched.mockImplementation((_url, init) =>
      init?.method === 'POST' ? answer.promise : Promise.resolve(Response.json([])),
    );
    choose(/Restaurant & Food/);
    type(/Business Name/, 'Juniper & Rye');
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    cleanup();
    expect(localStorage).toHaveLength(1);
    answer.resolve(Response.json({ ...aBakery, name: 'Juniper & Rye' }, { status: 201 }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1));
    expect(localStorage).toHaveLength(0);
  });

  it('has again what a reload interrupted', () => {
    choose(/Restaurant & Food/);
    type(/Location/, 'Porto');
    cleanup();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <CreateBusinessDialog open onOpenChange={onOpenChange} variant="dashboard" />
      </QueryClientProvider>,
    );
    choose(/Photography/);
    expect(screen.getByLabelText(/Location/)).toHaveValue('Porto');
    expect(screen.getByLabelText(/Business Name/)).toHaveValue('My Photography Business');
  });

  it('starts with the tone of the industry, and asks for no colors that nothing uses', () => {
    fireEvent.click(screen.getByRole('button', { name: /Restaurant & Food/ }));
    expect(screen.getByLabelText('Brand Tone')).toHaveValue('friendly');
    expect(screen.queryByText(/start with the friendly tone/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Brand Tone'), { target: { value: 'professional' } });
    expect(screen.getByText(/start with the friendly tone/)).toBeInTheDocument();
    expect(document.querySelector('input[type="color"]')).toBeNull();
  });

  it('finds a time zone by its city and sends it', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    fireEvent.change(zone, { target: { value: 'lisb' } });
    expect(await screen.findByRole('option', { name: /Lisbon Europe/ })).toBeInTheDocument();
    fireEvent.keyDown(zone, { key: 'Enter' });
    expect(zone).toHaveValue('Lisbon (GMT+0)');
    fireEvent.change(zone, { target: { value: 'atlantis' } });
    expect(screen.getByText(/No city found/)).toBeInTheDocument();
    fireEvent.blur(zone);
    expect(zone).toHaveValue('Lisbon (GMT+0)');
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    const body = JSON.parse(String(posts()[0]?.[1]?.body)) as Record<string, unknown>;
    expect(body).toMatchObject({ timeZone: 'Europe/Lisbon', businessTone: 'creative' });
    expect(body).not.toHaveProperty('brandColors');
  });

  it('shows the next steps in the new business', async () => {
    fetched.mockImplementation((_, init) =>
      Promise.resolve(
        init?.method === 'POST'
          ? new Response(JSON.stringify(business), { status: 201 })
          : new Response('[]', { status: 200 }),
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(business));
    expect(currentToasts()[0]).toMatchObject({ title: 'Business Created' });
    cleanup();
    const [onUpload, onClose] = [vi.fn(), vi.fn()];
    render(<NextStepsDialog business={business} onUpload={onUpload} onClose={onClose} />);
    const steps = within(screen.getByRole('dialog', { name: 'North Studio is ready' })).getAllByRole('listitem');
    // The dashboard counts the same ones in this order.
    expect(steps.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1\. Upload your first photos/),
      expect.stringMatching(/^2\. Connect a social account/),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Upload photos' }));
    expect(onUpload).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Look around first' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('refuses an empty name in the contract’s words and sends nothing', async () => {
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    await userEvent.clear(screen.getByLabelText(/Business Name/));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    expect(await screen.findByText('Business name is required')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says that a name is too long instead of cutting it, and counts what people see', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    const name = screen.getByLabelText(/Business Name/);
    await userEvent.clear(name);
    await userEvent.click(name);
    await userEvent.paste('x'.repeat(101));
    expect(name).toHaveValue('x'.repeat(101));
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    expect(await screen.findByText('Business name too long')).toBeInTheDocument();
    expect(posts()).toHaveLength(0);
    // 100 signs, each of two units.
    fireEvent.change(name, { target: { value: '🌾'.repeat(100) } });
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
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

describe('one more business', () => {
  const fetched = stubbedFetch();

  it('is offered when it was made, because the page goes on showing the former one', async () => {
    const made = { ...business, id: '00000000-0000-4000-8000-0000000000aa', name: 'Peak Gym' };
    const sent: unknown[] = [];
    fetched.mockImplementation((url, init) => {
      if (String(url).endsWith('/active-business') && init?.method === 'PUT') {
        sent.push(JSON.parse(String(init.body)));
        return Promise.resolve(Response.json({ businessId: made.id }));
      }
      return Promise.resolve(init?.method === 'POST' ? Response.json(made, { status: 201 }) : Response.json([]));
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <CreateBusinessDialog open onOpenChange={() => undefined} variant="settings" />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: /Photography/ }));
    fireEvent.change(screen.getByRole('textbox', { name: /Business Name/i }), { target: { value: 'Peak Gym' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create Business' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Business Created!' }));
    expect(currentToasts()[0]?.action?.label).toBe('Switch to Peak Gym');
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(sent).toEqual([{ businessId: made.id }]));
  });
});
