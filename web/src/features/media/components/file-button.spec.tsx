import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FileButton } from './file-button.tsx';

describe('the button that opens the file picker', () => {
  it('offers every kind of photo that is taken, by type and, where systems know no type, by ending', () => {
    render(<FileButton onFiles={vi.fn()}>Choose photos</FileButton>);
    const offered = screen.getByLabelText<HTMLInputElement>('Choose photos').accept.split(',');
    expect(offered).toEqual(
      expect.arrayContaining([
        ...['image/jpeg', 'image/png', 'image/heic', 'image/webp', 'image/avif'],
        ...['.heic', '.heif', '.avif'],
      ]),
    );
  });
});
