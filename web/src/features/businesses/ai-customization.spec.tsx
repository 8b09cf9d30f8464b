import type { Business } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aStudio as business } from '#data/testing/businesses.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { AiCustomizationForm } from './components/ai-customization-form.tsx';

describe('the profile that captions are written from', () => {
  const fetched = stubbedFetch();
  function show(facts: Partial<Business> = {}) {
    const client = createQueryClient();
    const form = (now: Partial<Business>) => (
      <QueryClientProvider client={client}>
        <AiCustomizationForm business={{ ...business, ...now }} />
      </QueryClientProvider>
    );
    const { rerender } = render(form(facts));
    return { becomes: (now: Partial<Business>) => rerender(form(now)) };
  }
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Profile' }));
  const sent = () => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)) as Record<string, unknown>;

  it('has the seven fields, keeps a stored tone, and says what it is good for', async () => {
    fetched.mockImplementation(() => Promise.resolve(Response.json(business)));
    show({ keyServices: 'Portraits' });
    expect([...document.querySelectorAll('[name]')].map((field) => field.getAttribute('name')).sort()).toEqual([
      'businessLocation',
      'businessPersonality',
      'businessSpecialty',
      'businessTone',
      'keyServices',
      'targetAudience',
      'uniqueSellingPoint',
    ]);
    expect(screen.getByLabelText('Brand Voice')).toHaveValue('creative');
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families' } });
    fireEvent.change(screen.getByLabelText('Key Services'), { target: { value: ' ' } });
    save();
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Business Profile Updated',
        description: 'Your AI captions will now be more personalized to your business!',
      }),
    );
    expect(sent()).toEqual({ targetAudience: 'Families', keyServices: null });
  });

  it('takes over what others save, but for what is being changed, and sends that alone', async () => {
    const saved = { targetAudience: 'Families', keyServices: 'Portraits', businessTone: 'luxury' as const };
    fetched.mockImplementation(() => Promise.resolve(Response.json({ ...business, ...saved })));
    const { becomes } = show({ keyServices: 'Portraits' });
    fireEvent.change(screen.getByLabelText('Brand Voice'), { target: { value: 'luxury' } });
    becomes({ keyServices: 'Weddings', targetAudience: 'Families', businessTone: 'edgy' });
    expect(screen.getByLabelText('Target Audience')).toHaveValue('Families');
    expect(screen.getByLabelText('Key Services')).toHaveValue('Weddings');
    expect(screen.getByLabelText('Brand Voice')).toHaveValue('luxury');
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
    save();
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
    expect(sent()).toEqual({ businessTone: 'luxury' });
    expect(screen.getByLabelText('Key Services')).toHaveValue('Portraits');
  });

  it('takes what others save as the person wrote it for saved: it is kept no longer, and newer words come in', () => {
    const { becomes } = show({ targetAudience: 'Families' });
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families nearby' } });
    becomes({ targetAudience: 'Families nearby' });
    expect(screen.queryByText('Not saved yet')).toBeNull();
    expect(localStorage).toHaveLength(0);
    becomes({ targetAudience: 'Students' });
    expect(screen.getByLabelText('Target Audience')).toHaveValue('Students');
  });

  it('keeps what is typed while it is saved', async () => {
    const answer = Promise.withResolvers<Response>();
    fetched.mockImplementation(() => answer.promise);
    show();
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families' } });
    save();
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families nearby' } });
    fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Porto' } });
    answer.resolve(Response.json({ ...business, targetAudience: 'Families' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Business Profile Updated' }));
    expect(screen.getByLabelText('Target Audience')).toHaveValue('Families nearby');
    expect(screen.getByLabelText('Location')).toHaveValue('Porto');
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('can be given up, for the next visit as well', () => {
    show({ targetAudience: 'Families' });
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Students' } });
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText('Target Audience')).toHaveValue('Families');
    expect(screen.queryByText('Not saved yet')).toBeNull();
    cleanup();
    show({ targetAudience: 'Families' });
    expect(screen.getByLabelText('Target Audience')).toHaveValue('Families');
  });

  it('lets the words of another industry be changed', async () => {
    fetched.mockImplementation(() => Promise.resolve(Response.json(business)));
    show({ industryType: 'other', customIndustryName: 'Pets', customAiPrompt: 'No puns' });
    expect(screen.getByLabelText('Industry Type')).toHaveValue('Pets');
    fireEvent.change(screen.getByLabelText('Custom AI Prompting Instructions'), { target: { value: 'Puns!' } });
    save();
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(sent()).toEqual({ customAiPrompt: 'Puns!' });
  });

  it('says at its field what the server refuses, and keeps every word', async () => {
    const message = 'Please use at most 200 characters.';
    fetched.mockImplementation(() =>
      Promise.resolve(
        Response.json(
          { error: 'validation_failed', message, details: [{ path: 'businessLocation', message }], requestId: 'r' },
          { status: 400 },
        ),
      ),
    );
    show();
    const place = screen.getByLabelText('Location');
    fireEvent.change(place, { target: { value: 'x'.repeat(201) } });
    save();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(place).toHaveValue('x'.repeat(201));
    expect(place).toHaveAccessibleDescription(message);
    expect(currentToasts()).toEqual([]);
  });

  it('says so when it could not be saved', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status: 500 })));
    show();
    fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families' } });
    save();
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ title: 'Error', description: 'Failed to update business profile' }),
    );
  });
});
