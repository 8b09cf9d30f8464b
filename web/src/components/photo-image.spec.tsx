import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { PhotoImage } from './photo-image.tsx';

describe('PhotoImage', () => {
  it('lets the browser choose among the three copies', () => {
    render(<PhotoImage photo={aPhoto(1)} width={400} />);
    const image = screen.getByRole('img', { name: 'photo 1.jpg' });
    expect(image.getAttribute('srcset')).toMatch(/200\.webp 150w, .*400\.webp 300w, .*800\.jpg 600w$/);
    expect(image).toHaveAttribute('sizes', '400px');
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
