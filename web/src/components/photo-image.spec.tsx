import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
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
    expect(container.querySelector('.animate-shuttle')).toBeInTheDocument();
  });

  it('forgets that one picture did not come when it shows another', () => {
    const { rerender } = render(<PhotoImage photo={aPhoto(1)} width={200} />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('No preview')).toBeVisible();
    rerender(<PhotoImage photo={aPhoto(2)} width={200} />);
    expect(screen.queryByText('No preview')).toBeNull();
    expect(screen.getByRole('img')).toHaveAttribute('src', aPhoto(2).thumbnails[200]);
  });
});
