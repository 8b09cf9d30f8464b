import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { DataDeletionConfirm } from './components/data-deletion-confirm.tsx';
import { DataDeletion } from './components/data-deletion.tsx';
import DataDeletionStatus from './components/data-deletion-status-page.tsx';

const fetched = stubbedFetch();
const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);

afterEach(() => {
  history.replaceState(null, '', '/');
  alert.mockClear();
});

const pages = {
  'data-deletion': DataDeletion,
  'data-deletion-confirm': DataDeletionConfirm,
  'data-deletion-status': DataDeletionStatus,
};

function open(page: keyof typeof pages, search = '') {
  history.replaceState(history.state, '', `/${page}${search}`);
  const Page: ComponentType<{ onDeleted(): void }> = pages[page];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page onDeleted={() => undefined} />
    </QueryClientProvider>,
  );
}
const bodyOf = (call: number) => JSON.parse(String(fetched.mock.calls[call]?.[1]?.body)) as Record<string, unknown>;
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }));

describe('the form for the deletion', () => {
  it('says what is deleted and how long it takes in the specification’s words', () => {
    open('data-deletion');
    for (const text of [
      /Verification of the request: 1-3 business days/,
      /Deletion: 7-30 days/,
      /confirmation email/,
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByText(/for good/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/');
  });

  it('does nothing without an address, blanks included', async () => {
    open('data-deletion');
    submit();
    fill(/Email/, '   ');
    submit();
    await Promise.resolve();
    expect(fetched).not.toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends address, reason, time and browser, and then tells of a mail without saying whether there is an account', async () => {
    fetched.mockImplementation(() => json(200, { success: true, confirmationCode: 'abc123', state: 'pending' }));
    open('data-deletion');
    fill(/Email/, ' anna@juniper-rye.example ');
    fill(/Reason/, ' Too many posts ');
    submit();
    expect(await screen.findByText(/If an account existed with that email/)).toBeInTheDocument();
    expect(screen.getByText(/deleted automatically within seconds/)).toHaveFocus();
    expect(String(fetched.mock.calls[0]?.[0])).toBe('/api/data-deletion-request');
    expect(bodyOf(0)).toEqual({
      email: 'anna@juniper-rye.example',
      reason: 'Too many posts',
      requestedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      userAgent: navigator.userAgent,
    });
    expect(screen.getByText('abc123')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'See the status' })).toHaveAttribute(
      'href',
      '/data-deletion-status?code=abc123',
    );
  });

  it('says that everything is deleted to somebody who was signed in', () => {
    open('data-deletion', '?deleted=abc123');
    expect(screen.getByRole('heading', { name: 'Your data is being deleted' })).toBeInTheDocument();
    expect(screen.getByText(/all data was deleted automatically within seconds/)).toBeInTheDocument();
  });

  it('alerts in the specification’s words when the call fails, and keeps what was typed', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    open('data-deletion');
    fill(/Email/, 'anna@juniper-rye.example');
    submit();
    await waitFor(() =>
      expect(alert).toHaveBeenCalledWith('Error submitting request. Please try again or contact support directly.'),
    );
    expect(screen.getByText(/Part of Postloom is restarting/)).toBeInTheDocument();
    expect(screen.getByLabelText(/Email/)).toHaveValue('anna@juniper-rye.example');
  });
});

describe('the mailed link', () => {
  const token = 'x'.repeat(43);

  it('deletes nothing by being opened, only by its button', async () => {
    fetched.mockImplementation(() => json(200, { success: true }));
    open('data-deletion-confirm', `?token=${token}`);
    expect(screen.getByText('Opening this page has deleted nothing yet.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText(/Posts have stopped/)).toBeInTheDocument();
    expect(fetched.mock.calls.map(([input, init]) => [String(input), init?.method])).toEqual([
      ['/api/data-deletion-confirm', 'POST'],
    ]);
    expect(bodyOf(0)).toEqual({ token });
  });

  it.each([
    ['no token', ''],
    ['an unknown one', `?token=${token}`, 404, 'invalid_token'],
    ['a used one', `?token=${token}`, 410, 'token_expired'],
  ] as const)('with %s leads to a new one', async (_name, search, status = 404, error = 'invalid_token') => {
    fetched.mockImplementation(() => refusal(status, error, 'x'));
    open('data-deletion-confirm', search);
    if (search !== '') {
      fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    }
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/data-deletion');
  });

  it('can be tried again when the server did not answer', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    open('data-deletion-confirm', `?token=${token}`);
    fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText(/Part of Postloom is restarting/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete everything' })).toBeEnabled();
  });
});

describe('the status of a deletion', () => {
  const times = {
    about: 'person',
    requestedAt: '2026-11-20T10:00:00Z',
    expiresAt: '2026-11-23T10:00:00Z',
    verifiedAt: null as string | null,
    deletingAt: null as string | null,
    completedAt: null as string | null,
  };

  it.each([
    ['pending', 'Waiting for confirmation'],
    ['verified', 'Confirmed'],
    ['deleting', 'Being deleted'],
    ['completed', 'Deleted'],
    ['expired', 'Expired'],
  ])('%s reads as %s', async (state, title) => {
    const verifiedAt = ['pending', 'expired'].includes(state) ? null : '2026-11-20T11:00:00Z';
    fetched.mockImplementation(() => json(200, { ...times, state, verifiedAt }));
    open('data-deletion-status', '?code=abc123');
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(String(fetched.mock.calls[0]?.[0])).toBe('/api/data-deletion-status?code=abc123');
  });

  it('of a connection that ended at a platform says so, and not that everything is deleted', async () => {
    fetched.mockImplementation(() => json(200, { ...times, about: 'consent', state: 'completed' }));
    open('data-deletion-status', '?code=abc123');
    expect(await screen.findByText(/as you asked on the platform/)).toBeInTheDocument();
    expect(screen.queryByText(/nothing is left/)).toBeNull();
  });

  it('asks for a code when there is none, and says when it is not known', async () => {
    fetched.mockImplementation(() => refusal(404, 'not_found', 'Not found.'));
    open('data-deletion-status');
    expect(fetched).not.toHaveBeenCalled();
    fill('Confirmation code', ' wrong ');
    fireEvent.click(screen.getByRole('button', { name: 'Show the status' }));
    expect(await screen.findByText(/We do not know this code/)).toBeInTheDocument();
    expect(String(fetched.mock.calls[0]?.[0])).toBe('/api/data-deletion-status?code=wrong');
  });

  it('can be asked for again when it did not load', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    open('data-deletion-status', '?code=abc123');
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(1));
  });
});
