import type { Photo, Post } from '@postloom/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { currentToasts } from '#ui/toast-store.ts';
import type { ComposerProps } from './components/composer.tsx';
import type { PhotoPickerSlot } from './components/photos-field.tsx';
import {
  caption,
  check,
  compose,
  composerServer,
  onClose,
  picker,
  press,
  saved,
  server,
  write,
} from './testing/opened-composer.tsx';

const { fetched, sent } = composerServer();
/** Photos are asked for by their ids. */
const libraryHas = (photos: () => readonly Photo[]) => {
  const others = fetched.getMockImplementation();
  fetched.mockImplementation((input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.origin);
    const ids = searchParams.get('ids')?.split(',');
    return pathname === '/api/photos' && ids
      ? Promise.resolve(Response.json(photos().filter(({ id }) => ids.includes(id))))
      : (others?.(input, init) ?? Promise.reject(new Error('No answer.')));
  });
};
const editCaptionOf = (name: string | RegExp) => {
  const captions = within(screen.getByRole('group', { name: 'Caption to edit' }));
  fireEvent.click(captions.getByRole('button', { name }));
};

describe('the composer', () => {
  it('asks in the order of the work, and keeps date, time and its button outside of what scrolls', async () => {
    await compose();
    const form = document.querySelector('form');
    const parts = [
      screen.getByRole('group', { name: /^Platforms/ }),
      caption(),
      screen.getByRole('group', { name: 'Photos' }),
    ];
    for (const [index, part] of parts.entries()) {
      expect(form).toContainElement(part);
      const next = parts[index + 1];
      expect(next && part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    }
    for (const part of [
      screen.getByLabelText('Date'),
      screen.getByLabelText('Time'),
      screen.getByRole('button', { name: 'Save as Draft' }),
    ]) {
      expect(form).not.toContainElement(part);
    }
  });

  it('does not render the photo picker for a key in the caption', async () => {
    await compose();
    const before = picker.mock.calls.length;
    for (const text of ['R', 'Ry', 'Rye']) {
      write(text);
    }
    expect(caption()).toHaveValue('Rye');
    expect(picker).toHaveBeenCalledTimes(before);
  });

  it('shows the caption that is at fault: the shared one, while that of a platform is open', async () => {
    await compose();
    check('X (Twitter)');
    editCaptionOf('X');
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: 'Rye' } });
    press('Save as Draft');
    expect(await screen.findByText('Please enter a caption for your post.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Caption' })).toHaveFocus();
    write('Rye');
    expect(screen.queryByText('Please enter a caption for your post.')).toBeNull();
    editCaptionOf(/^X/);
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: ' ' } });
    editCaptionOf('All platforms');
    press('Save as Draft');
    expect(await screen.findByText(/The caption for X is empty/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Caption for X/ })).toBeInTheDocument();
  });

  it('edits the text that goes out: a post for X alone with a caption of its own', async () => {
    const post: Post = {
      ...{ ...saved, status: 'draft', platforms: ['twitter'] },
      ...{ caption: 'Open house, $485,000, and much more', captionByPlatform: { twitter: 'Open house, $485,000' } },
    };
    server.answers['GET /api/posts'] = () => Response.json(post);
    server.answers['PUT /api/posts'] = () => Response.json({ ...post, version: post.version + 1 });
    await compose({ post });
    expect(screen.queryByRole('button', { name: 'All platforms' })).toBeNull();
    const own = screen.getByRole('textbox', { name: /^Caption for X/ });
    expect(own).toHaveValue('Open house, $485,000');
    fireEvent.change(own, { target: { value: 'Open house, $458,000' } });
    press(/Save|Update/);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ captionByPlatform: { twitter: 'Open house, $458,000' } }]);
  });

  it('publishes at once what has no date, and says that it is a draft when that is refused', async () => {
    server.answers['POST /api/posts'] = () => Response.json({ ...saved, status: 'draft' }, { status: 201 });
    const called: string[] = [];
    const before = fetched.getMockImplementation();
    let refused = false;
    fetched.mockImplementation((input, init) => {
      if (!String(input).endsWith('/publish')) {
        return before?.(input, init) ?? Promise.reject(new TypeError());
      }
      called.push(String(input));
      return Promise.resolve(
        refused
          ? Response.json({ error: 'invalid_state', message: 'Please add a photo first.' }, { status: 409 })
          : Response.json(saved),
      );
    });
    await compose();
    press('Choose');
    write('Rye');
    press('Publish Now');
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Publishing now' }));
    expect(called).toEqual([`/api/posts/${saved.id}/publish`]);
    const made = fetched.mock.calls.find(
      ([address, init]) => init?.method === 'POST' && String(address) === '/api/posts',
    );
    expect(JSON.parse(String(made?.[1]?.body))).toMatchObject({ status: 'draft', caption: 'Rye' });
    refused = true;
    press('Choose');
    write('Wheat');
    press('Publish Now');
    await waitFor(() => expect(currentToasts().map(({ title }) => title)).toContain('Saved as a draft, not published'));
  });

  it('is not called ready before it has a caption', async () => {
    await compose();
    press('Choose');
    const check = within(await screen.findByRole('region', { name: 'Check by platform' }));
    expect(await check.findByText('Please enter a caption for your post.')).toBeInTheDocument();
    write('Rye');
    expect(await check.findByText('Ready for every platform you chose.')).toBeInTheDocument();
  });

  it('offers no way around a date that was chosen', async () => {
    await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    expect(screen.queryByRole('button', { name: 'Publish Now' })).toBeNull();
  });

  it('says beside the shared caption whom it does not reach', async () => {
    await compose();
    check('X (Twitter)');
    editCaptionOf('X');
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: 'Rye' } });
    editCaptionOf('All platforms');
    expect(screen.getByText('X has a caption of its own. What you change here does not reach it.')).toBeInTheDocument();
  });

  it('saves a post for an account that must be reconnected', async () => {
    await compose({ initial: { platforms: ['facebook'] } });
    write('Rye');
    press('Save as Draft');
    expect(await screen.findByText('Please connect your Facebook account(s) first.')).toBeInTheDocument();
    check('Facebook');
    check('LinkedIn');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ caption: 'Rye', platforms: ['linkedin'], status: 'draft' }]);
  });

  it('takes in the account that is connected from within the form, beside what is chosen, once', async () => {
    const { update } = await compose({ connecting: 'facebook' });
    expect(screen.getByRole('checkbox', { name: 'Facebook' })).not.toBeChecked();
    const connected = new Set(['instagram', 'twitter', 'facebook'] as const);
    await update({ connected, connecting: null });
    expect(screen.getByRole('checkbox', { name: 'Facebook' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Instagram' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'X (Twitter)' })).not.toBeChecked();
    check('Facebook');
    expect(screen.getByRole('checkbox', { name: 'Facebook' })).not.toBeChecked();
    await update({ connected: new Set([...connected, 'tiktok'] as const), connecting: null });
    expect(screen.getByRole('checkbox', { name: 'Facebook' })).not.toBeChecked();
  });

  it("puts the server's refusal at its field", async () => {
    server.answers['POST /api/posts'] = () =>
      Response.json(
        { error: 'invalid_input', message: 'Please check.', details: [{ path: 'photoIds.0', message: 'It is gone.' }] },
        { status: 400 },
      );
    await compose();
    write('Rye');
    press('Save as Draft');
    expect(await within(screen.getByRole('group', { name: 'Photos' })).findByText('It is gone.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
    press('Choose');
    expect(screen.queryByText('It is gone.')).toBeNull();
  });
});

describe('a post that is saved', () => {
  it('closes the form, and the next one begins empty, for Instagram', async () => {
    const { close } = await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    press('Choose');
    write('Rye');
    check('X (Twitter)');
    press('Schedule Post');
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ title: 'Success', description: 'Post scheduled successfully!' }),
    );
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent('POST')).toMatchObject([{ platforms: ['instagram', 'twitter'], status: 'scheduled' }]);
    expect(currentToasts()[0]?.action?.label).toBe('See it');
    act(() => currentToasts()[0]?.action?.onSelect());
    expect(location.pathname + location.search).toBe(`/schedule?post=${saved.id}`);
    close();
    await compose();
    expect(screen.getByRole('dialog', { name: 'Schedule New Post' })).toBeVisible();
    expect(caption()).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Instagram' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'X (Twitter)' })).not.toBeChecked();
    expect(screen.getByLabelText('Date')).toHaveValue('');
    expect(screen.getByLabelText('Time')).toHaveValue('');
  });

  it('says so when it could not be scheduled, and keeps every word', async () => {
    server.answers['POST /api/posts'] = () => new Response('', { status: 502 });
    await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    press('Choose');
    write('Rye');
    press('Schedule Post');
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Error',
        description: 'Failed to schedule post. Please try again.',
      }),
    );
    expect(caption()).toHaveValue('Rye');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a text that is too long for one platform', () => {
  it('marks that one alone, and holds back the post only while it is chosen', async () => {
    await compose({ initial: { platforms: ['instagram', 'twitter'] } });
    write('a'.repeat(300));
    expect(await screen.findByText('over by 20')).toBeInTheDocument();
    const counters = [...document.querySelectorAll('.text-madder')].map((one) => one.textContent);
    expect(counters).toContainEqual(expect.stringMatching(/^X: 300 \/ 280/));
    expect(counters.some((text) => text.startsWith('Instagram'))).toBe(false);
    press('Save as Draft');
    expect(await screen.findByText(/The caption is too long for X: 300 characters/)).toBeInTheDocument();
    expect(sent('POST')).toEqual([]);
    check('X (Twitter)');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ platforms: ['instagram'], status: 'draft' }]);
  });
});

describe('a crop', () => {
  it('is in the preview at once, in place of the photo it was cut from', async () => {
    libraryHas(() => [aPhoto(1), aPhoto(2, { width: 1200, height: 1200 })]);
    const onCrop = vi.fn<ComposerProps['onCrop']>(() => Promise.resolve(aPhoto(2, { width: 1200, height: 1200 })));
    await compose({ onCrop });
    press('Choose');
    const preview = await screen.findByRole('figure', { name: 'Preview on Instagram' });
    const shown = () => [...preview.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
    await waitFor(() => expect(shown().some((src) => src.includes(photoId(1)))).toBe(true));
    press(/^Crop/);
    for (const label of ['1:1', '4:5', '9:16']) {
      expect(await screen.findByRole('button', { name: new RegExp(`^${label}`) })).toBeInTheDocument();
    }
    press(/^1:1/);
    await waitFor(() => expect(shown().some((src) => src.includes(photoId(2)))).toBe(true));
    expect(shown().some((src) => src.includes(photoId(1)))).toBe(false);
    expect(onCrop).toHaveBeenCalledWith(photoId(1), expect.objectContaining({ width: 1200, height: 1200 }));
    expect(sent('POST')).toEqual([]);
  });
});

describe('a chosen photo', () => {
  /** What the library has. */
  let known: Photo[];
  const slots: PhotoPickerSlot[] = [];
  const photoPicker: ComposerProps['photoPicker'] = (slot) => {
    slots.push(slot);
    return null;
  };
  const places = () =>
    within(screen.getByRole('list', { name: 'Chosen photos, in order' }))
      .getAllByRole('button', { name: /, place / })
      .map((button) => button.getAttribute('aria-label'));
  beforeEach(() => {
    known = [aPhoto(1), aPhoto(2), aPhoto(3), aPhoto(9)];
    libraryHas(() => known);
  });

  it('that was deleted meanwhile says so, and can be removed', async () => {
    known = [aPhoto(1)];
    await compose({ photoPicker, initial: { caption: 'Rye', photoIds: [photoId(1), photoId(2)] } });
    expect(await screen.findByText('This photo was deleted')).toBeVisible();
    expect(places()).toEqual(['photo 1.jpg, place 1 of 2, cover', 'the deleted photo, place 2 of 2']);
    press('Remove the deleted photo');
    expect(screen.queryByText('This photo was deleted')).toBeNull();
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toMatchObject([{ photoIds: [photoId(1)] }]));
  });

  it('keeps its place when the same one of the library takes it, once', async () => {
    await compose({ photoPicker, initial: { caption: 'Rye', photoIds: [photoId(1), photoId(2), photoId(3)] } });
    act(() => slots.at(-1)?.onSucceeded(photoId(2), aPhoto(9)));
    await waitFor(() =>
      expect(places()).toEqual([
        'photo 1.jpg, place 1 of 3, cover',
        'photo 9.jpg, place 2 of 3',
        'photo 3.jpg, place 3 of 3',
      ]),
    );
    act(() => slots.at(-1)?.onSucceeded(photoId(1), aPhoto(3)));
    await waitFor(() => expect(places()).toEqual(['photo 9.jpg, place 1 of 2, cover', 'photo 3.jpg, place 2 of 2']));
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toMatchObject([{ photoIds: [photoId(9), photoId(3)] }]));
  });
});

describe("somebody else's change", () => {
  it('is settled once, with what the form holds when the latest version is there', async () => {
    const post: Post = { ...saved, caption: 'Mine', status: 'draft' };
    const latest = Promise.withResolvers<Response>();
    let puts = 0;
    server.answers['PUT /api/posts'] = () =>
      (puts += 1) === 1
        ? Response.json({ error: 'version_conflict', message: 'Changed.' }, { status: 409 })
        : Response.json({ ...post, version: 8 });
    server.answers['GET /api/posts'] = () => latest.promise;
    await compose({ post });
    press('Save as Draft');
    const keep = await screen.findByRole('button', { name: 'Save mine over it' });
    fireEvent.click(keep);
    fireEvent.click(keep);
    write('Mine, with a last word');
    latest.resolve(Response.json({ ...post, caption: 'Theirs', version: 7, history: [] }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT').map(({ caption: text, version }) => [text, version])).toEqual([
      ['Mine', 1],
      ['Mine, with a last word', 7],
    ]);
  });
});
