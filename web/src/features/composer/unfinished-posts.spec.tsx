import type { Post } from '@postloom/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToasts } from '#ui/toast-store.ts';
import { forgetDraft, storedDrafts, type DraftPlace } from './draft-store.ts';
import { caption, compose, composerServer, onClose, press, saved, server, write } from './testing/opened-composer.tsx';

const { sent } = composerServer();
/** What lies on the device, the latest first. */
const kept = (post?: DraftPlace['post']) =>
  storedDrafts({ businessId: 'b1', post }).map(({ values }) => values.caption);

describe('the device', () => {
  it('keeps each change within a second, without anything being closed', async () => {
    await compose();
    vi.useFakeTimers();
    write('Half a');
    act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    expect(kept()).toEqual(['Half a']);
  });

  it('offers an unfinished post again when the composer is opened', async () => {
    const { close } = await compose();
    write('Half a thought');
    close();
    await compose();
    expect(caption()).toHaveValue('');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(caption()).toHaveValue('Half a thought');
  });

  describe('with an unfinished post on it', () => {
    beforeEach(async () => {
      const { close } = await compose();
      write('Half a thought');
      close();
    });

    it('offers it also to whoever comes with a caption, and saving that one leaves it there', async () => {
      await compose({ initial: { caption: 'Generated' } });
      expect(await screen.findByText('Half a thought')).toBeInTheDocument();
      press('Save as Draft');
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      expect(kept()).toEqual(['Half a thought']);
    });

    it('keeps what is written instead of an answer beside it, also when the answer comes late', async () => {
      const { close } = await compose();
      write('Another');
      dispatchEvent(new Event('pagehide'));
      expect(kept().toSorted()).toEqual(['Another', 'Half a thought']);
      fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
      expect(caption()).toHaveValue('Half a thought');
      expect(await screen.findByText('Another')).toBeInTheDocument();
      close();
      expect(kept().toSorted()).toEqual(['Another', 'Half a thought']);
    });

    it('keeps a caption that makes room for it', async () => {
      await compose({ initial: { caption: 'Generated' } });
      fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
      expect(caption()).toHaveValue('Half a thought');
      expect(kept().toSorted()).toEqual(['Generated', 'Half a thought']);
    });

    it('brings back nothing that was sent in another tab since it was offered', async () => {
      const { close } = await compose();
      write('Sent elsewhere');
      close();
      await compose();
      expect(await screen.findByText('Sent elsewhere')).toBeInTheDocument();
      forgetDraft(storedDrafts({ businessId: 'b1' })[0]!.key);
      press('Restore draft');
      expect(caption()).toHaveValue('');
      expect(kept()).toEqual(['Half a thought']);
      expect(screen.getByText('Half a thought')).toBeInTheDocument();
      press('Restore draft');
      expect(caption()).toHaveValue('Half a thought');
    });

    it('forgets it alone when it is discarded', async () => {
      await compose();
      write('Another');
      dispatchEvent(new Event('pagehide'));
      fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
      expect(kept()).toEqual(['Another']);
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    });
  });

  it('keeps two open forms of one business apart: each takes away its own', async () => {
    const one = await compose();
    write('In one tab');
    const other = await compose();
    write('In the other');
    dispatchEvent(new Event('pagehide'));
    expect(kept().toSorted()).toEqual(['In one tab', 'In the other']);
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    other.close();
    expect(kept()).toEqual(['In one tab']);
    one.close();
    expect(kept()).toEqual(['In one tab']);
  });

  it('gives one form what another has written since it was offered there', async () => {
    const one = await compose();
    const first = caption();
    write('Half a thought');
    dispatchEvent(new Event('pagehide'));
    await compose();
    const restore = await screen.findByRole('button', { name: 'Restore draft' });
    fireEvent.change(first, { target: { value: 'Half a thought more' } });
    one.close();
    fireEvent.click(restore);
    expect(caption()).toHaveValue('Half a thought more');
    expect(kept()).toEqual(['Half a thought more']);
  });

  it('keeps the last words when the composer is closed at once', async () => {
    const { close } = await compose();
    write('Half a thought');
    close();
    expect(kept()).toEqual(['Half a thought']);
  });

  it('keeps nothing of a post that is saved', async () => {
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    close();
    expect(kept()).toEqual([]);
  });

  it('keeps nothing of a post that is saved after the form was closed', async () => {
    const answer = Promise.withResolvers<Response>();
    server.answers['POST /api/posts'] = () => answer.promise;
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    close();
    expect(kept()).toEqual(['A whole thought']);
    answer.resolve(Response.json(saved, { status: 201 }));
    await waitFor(() => expect(kept()).toEqual([]));
    expect(currentToasts()[0]?.title).toBe('Draft saved');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('offers nothing that is still being saved, until that fails', async () => {
    const older = await compose();
    write('Half a thought');
    older.close();
    const answer = Promise.withResolvers<Response>();
    server.answers['POST /api/posts'] = () => answer.promise;
    const sending = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    sending.close();
    const meanwhile = await compose();
    expect(await screen.findByText('Half a thought')).toBeInTheDocument();
    press('Discard');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    answer.resolve(new Response('', { status: 502 }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Error'));
    meanwhile.close();
    await compose();
    expect(await screen.findByText('A whole thought')).toBeInTheDocument();
  });
});

describe('unsaved changes to a post', () => {
  const post: Post = { ...saved, caption: 'As it is', status: 'draft' };

  it('are kept when the form closes or the session ends, offered again, and gone once saved', async () => {
    const { close } = await compose({ post });
    write('As it should be');
    dispatchEvent(new Event('pagehide'));
    expect(kept(post)).toEqual(['As it should be']);
    close();
    server.answers['PUT /api/posts'] = () => Response.json({ ...post, version: 2 });
    await compose({ post });
    expect(screen.getByText(/You left unsaved changes to this post/)).toBeInTheDocument();
    press('Restore changes');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ caption: 'As it should be', version: 1 }]);
    expect(kept(post)).toEqual([]);
  });

  it('made to an older version are asked about instead of being laid over the newer one', async () => {
    const { close } = await compose({ post });
    write('As it should be');
    close();
    server.answers['PUT /api/posts'] = () =>
      Response.json({ error: 'version_conflict', message: 'Changed.' }, { status: 409 });
    await compose({ post: { ...post, caption: 'Theirs', version: 5 } });
    press('Restore changes');
    press('Save as Draft');
    expect(await screen.findByRole('button', { name: 'Save mine over it' })).toBeInTheDocument();
    expect(sent('PUT')).toMatchObject([{ version: 1 }]);
    expect(kept(post)).toEqual(['As it should be']);
  });

  it('are not kept of a post that was only looked at', async () => {
    const { close } = await compose({ post });
    close();
    expect(kept(post)).toEqual([]);
  });
});
