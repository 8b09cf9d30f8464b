import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { PhotoImage } from './photo-image.tsx';

describe('PhotoImage', () => {
  it('lets the browser choose among the three copies', () => {
    render(<PhotoImage photo={aPhoto(1)} width={400} />);
    const image = screen.getByRole('img', { name: 'photo 1.jpg' });
    expect(image.getAttribute('srcset')).toMatch(/200\.webp 150w, .*400\.webp 300w, .*800\.webp 600w$/);
    expect(image).toHaveAttribute('sizes', '400px');
  });

  const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI'; // the example of ThumbHash itself

  it('shows a late picture from afar, over which the picture comes', async () => {
    const { container } = render(<PhotoImage photo={aPhoto(1, { placeholder })} width={400} />);
    await waitFor(() => expect(container.querySelector('img[src^="data:image/png"]')).toBeInTheDocument());
    expect(screen.getAllByRole('img')).toHaveLength(1); // nothing is read twice
    expect([...container.querySelectorAll('img')].at(-1)).toBe(screen.getByRole('img'));
  });

  it('draws nothing from afar for a picture that is there in time', () => {
    vi.useFakeTimers();
    try {
      const { container } = render(<PhotoImage photo={aPhoto(1, { placeholder })} width={400} />);
      vi.spyOn(screen.getByRole<HTMLImageElement>('img'), 'complete', 'get').mockReturnValue(true);
      act(() => {
        vi.runAllTimers();
      });
      expect(container.querySelectorAll('img')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is the smallest copy as a stamp, and never drawn from afar', () => {
    vi.useFakeTimers();
    try {
      const { container } = render(<PhotoImage photo={aPhoto(1, { placeholder })} width={64} />);
      act(() => {
        vi.runAllTimers();
      });
      expect(container.querySelectorAll('img')).toHaveLength(1);
      expect(screen.getByRole('img')).toHaveAttribute('src', aPhoto(1).thumbnails[200]);
      expect(screen.getByRole('img')).toHaveAttribute('sizes', '64px');
    } finally {
      vi.useRealTimers();
    }
  });

  it('draws nothing anew when pictures come: a gallery that is flung has hundreds of them', () => {
    const commits = vi.fn();
    render(
      <Profiler id="gallery" onRender={commits}>
        <PhotoImage photo={aPhoto(1)} width={200} />
        <PhotoImage photo={aPhoto(2)} width={200} />
      </Profiler>,
    );
    const before = commits.mock.calls.length;
    screen.getAllByRole('img').forEach((image) => fireEvent.load(image));
    expect(commits).toHaveBeenCalledTimes(before);
  });

  it('shimmers while a photo is prepared', () => {
    const { container } = render(<PhotoImage photo={aPhoto(1, { status: 'processing' })} width={200} />);
    expect(screen.getByText('Preparing...')).toBeVisible();
    expect(container.querySelector('.skeleton')).toBeInTheDocument();
  });

  describe('that does not come', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const image = () => screen.getByRole<HTMLImageElement>('img', { name: 'photo 1.jpg' });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    /** The browser forgets what failed only with its element: a new one asks the server again. */
    const failAndWait = async (ms: number) => {
      const failed = image();
      fireEvent.error(failed);
      await pass(ms - 1);
      expect(image()).toBe(failed);
      expect(failed).toHaveClass('opacity-0'); // the sign of the browser for a broken picture
      await pass(1);
      expect(image()).not.toBe(failed);
      expect(image()).toHaveAttribute('src', aPhoto(1).thumbnails[200]);
      expect(image()).not.toHaveClass('opacity-0');
    };

    it('is asked for again: there were too many at once', async () => {
      render(<PhotoImage photo={aPhoto(1)} width={200} />);
      await failAndWait(2000);
      fireEvent.load(image());
      await pass(60_000);
      expect(screen.queryByText('No preview')).toBeNull();
      expect(image()).toBeVisible();
    });

    it('is asked for twice more, and not for ever: it is not there', async () => {
      render(<PhotoImage photo={aPhoto(1)} width={200} />);
      await failAndWait(2000);
      await failAndWait(6000);
      fireEvent.error(image());
      expect(screen.getByText('No preview')).toBeVisible();
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is waited for as long when the page draws anew meanwhile, and no longer when it is left', async () => {
      const { rerender, unmount } = render(<PhotoImage photo={aPhoto(1)} width={200} />);
      const failed = image();
      fireEvent.error(failed);
      await pass(1500);
      rerender(<PhotoImage photo={aPhoto(1)} width={200} />);
      await pass(500);
      expect(image()).not.toBe(failed);
      fireEvent.error(image());
      unmount();
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is forgotten when another one is shown', async () => {
      const { rerender } = render(<PhotoImage photo={aPhoto(1)} width={200} />);
      await failAndWait(2000);
      await failAndWait(6000);
      fireEvent.error(image());
      expect(screen.getByText('No preview')).toBeVisible();
      rerender(<PhotoImage photo={aPhoto(2)} width={200} />);
      expect(screen.queryByText('No preview')).toBeNull();
      expect(screen.getByRole('img')).toHaveAttribute('src', aPhoto(2).thumbnails[200]);
    });
  });
});
