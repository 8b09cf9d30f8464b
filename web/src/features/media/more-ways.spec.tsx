import { limitReached } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { MoreWays } from './components/more-ways.tsx';
import { PhotoPicker } from './components/photo-picker.tsx';
import { aFile, heldUploads } from './testing/held-uploads.ts';

const fetched = stubbedFetch();
const businessId = '00000000-0000-4000-8000-00000000000a';
const address = 'https://bakery.example/bread.jpg';
const sent: { url: string; uploadId: string }[] = [];
const bulks: { ids: string[]; action: string }[] = [];
let answer: () => Response;

beforeEach(() => {
  sent.splice(0);
  bulks.splice(0);
  fetched.mockImplementation((url, init) => {
    if (String(url) === '/api/photos/from-link') {
      sent.push(JSON.parse(String(init?.body)) as { url: string; uploadId: string });
      return Promise.resolve(answer());
    }
    if (String(url) === '/api/photos/bulk') {
      const change = JSON.parse(String(init?.body)) as (typeof bulks)[number];
      bulks.push(change);
      return Promise.resolve(Response.json(change.ids.map((id) => ({ id, success: true, error: null }))));
    }
    return Promise.resolve(
      String(url).startsWith('/api/uploader')
        ? Response.json({ toStorage: false, partsFromBytes: 10_485_760 })
        : Response.json({ data: String(url).includes('ids=') ? [aPhoto(2)] : [], nextCursor: null, total: 0 }),
    );
  });
});

describe('a photo from a link', () => {
  const arrived = (sameAs: string | null) => () =>
    Response.json({ success: true, photoId: aPhoto(1).id, photo: aPhoto(1), sameAs });
  const field = () => screen.getByRole('textbox', { name: 'Add a photo from a link' });
  const add = (typed = ` ${address} `) => {
    fireEvent.change(field(), { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Add photo' }));
  };
  beforeEach(() => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MoreWays businessId={businessId} albumId={null} />
      </QueryClientProvider>,
    );
  });

  it('is fetched by the server, and the field is free for the next one', async () => {
    answer = arrived(null);
    expect(screen.getByRole('button', { name: 'Add photo' })).toBeDisabled();
    add();
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ description: 'Photo uploaded successfully!' }));
    expect(sent).toEqual([{ url: address, uploadId: expect.any(String) }]);
    expect(field()).toHaveValue('');
    expect(screen.getByRole('status')).toHaveTextContent('photo 1.jpg is in your library.');
    fireEvent.change(field(), { target: { value: 'https://' } });
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });

  it('needs no https:// before it', async () => {
    answer = arrived(null);
    add('www.bakery.example/bread.jpg');
    await waitFor(() => expect(sent).toMatchObject([{ url: 'https://www.bakery.example/bread.jpg' }]));
  });

  it.each(['bread', 'my bread.jpg', 'ftp://bakery.example/bread.jpg', 'mailto:ada@bakery.example', 'https://'])(
    'is said to be none by the field itself: %s',
    async (typed) => {
      add(typed);
      expect(
        await screen.findByText('This is not a web address. For example: https://www.example.org/flower.jpg'),
      ).toBeVisible();
      expect(field()).toBeInvalid();
      expect(field().closest('form')).toHaveAttribute('novalidate');
      expect(sent).toEqual([]);
      fireEvent.change(field(), { target: { value: address } });
      expect(field()).toBeValid();
    },
  );

  it('that the library had before is told, and the person may use that one', async () => {
    answer = arrived(aPhoto(2).id);
    add();
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Photo uploaded successfully!',
        description: 'You already had this photo. Both copies are in your library.',
        action: { label: 'Use the one I had' },
      }),
    );
    currentToasts()[0]?.action?.onSelect();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('1 extra copy removed'));
    expect(bulks).toEqual([{ ids: [aPhoto(1).id], action: 'delete' }]);
  });

  it('that cannot be had says why, stays to be corrected, and is the same upload when it is tried again', async () => {
    const message = 'The website did not give us a picture at this address (answer 404).';
    answer = () => Response.json({ error: 'validation_failed', message }, { status: 400 });
    add();
    expect(await screen.findByText(message)).toBeVisible();
    expect(field()).toBeInvalid();
    expect(field()).toHaveValue(address);
    answer = arrived(null);
    fireEvent.click(screen.getByRole('button', { name: 'Add photo' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
  });

  it('that the plan has no room for leads to the plans', async () => {
    answer = () => Response.json({ error: 'upgrade_required', message: limitReached.storage }, { status: 403 });
    add();
    expect(await screen.findByText(limitReached.storage)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings#subscription');
  });
});

describe('a file that is chosen as a zip', () => {
  it('and is none says so', async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MoreWays businessId={businessId} albumId={null} />
      </QueryClientProvider>,
    );
    fireEvent.change(screen.getByLabelText('Add a zip of photos'), {
      target: { files: [aFile('bread.jpg', 'image/jpeg')] },
    });
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ description: 'bread.jpg is not a zip.' }));
  });
});

describe('a zip that is chosen for a post', () => {
  const uploads = heldUploads();
  it('comes into the library like any other', async () => {
    const zip = new File([new Uint8Array(zipSync({ 'a.jpg': strToU8('a') }))], 'fall.zip', { type: 'application/zip' });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PhotoPicker businessId={businessId} value={[]} full={false} onToggle={() => undefined} onUploaded={vi.fn()} />
      </QueryClientProvider>,
    );
    fireEvent.change(screen.getByLabelText('Upload'), { target: { files: [zip] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    await uploads[0]?.arrive(1);
    expect(currentToasts()).toMatchObject([{ description: 'Photo uploaded successfully!' }]);
  });
});

describe('a picture that is pasted into a post', () => {
  const uploads = heldUploads();
  const paste = (files: readonly File[], types: readonly string[], text = '') => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { files, types, getData: () => text },
    });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };
  beforeEach(() => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PhotoPicker businessId={businessId} value={[]} full={false} onToggle={() => undefined} onUploaded={vi.fn()} />
      </QueryClientProvider>,
    );
  });

  it('is uploaded', async () => {
    expect(paste([aFile('image.png', 'image/png')], ['Files'])).toBe(true);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(await screen.findByText('image.png')).toBeVisible();
  });

  it('is uploaded with others whose names the Finder put beside them', async () => {
    const files = [aFile('loaf.png', 'image/png'), aFile('cre\u0300me.png', 'image/png')];
    expect(paste(files, ['text/plain', 'Files'], 'loaf.png\rcr\u00e8me.png')).toBe(true);
    await waitFor(() => expect(uploads).toHaveLength(2));
  });

  it('beside text is left to the text, and so is what is no picture', async () => {
    expect(paste([aFile('image.png', 'image/png')], ['text/plain', 'Files'], 'Rye, still warm')).toBe(false);
    expect(paste([aFile('list.pdf', 'application/pdf')], ['Files'])).toBe(false);
    expect(uploads).toHaveLength(0);
  });
});
