import { describe, expect, it } from 'vitest';
import { dimensionsOf, imageSource, photoLabel } from './photos.ts';

describe('image source', () => {
  it('keeps data URLs and served paths', () => {
    for (const path of [
      'data:image/png;base64,AA',
      '/api/photos/data/1',
      '/objects/a/b.webp',
      'https://cdn.example.com/a.webp',
    ]) {
      expect(imageSource(path)).toBe(path);
    }
  });
  it('puts everything else below /objects/', () => {
    expect(imageSource('b1/p1/original')).toBe('/objects/b1/p1/original');
  });
});

describe('photo texts', () => {
  it('shows dimensions only when both are known', () => {
    expect(dimensionsOf({ width: 4000, height: 3000 })).toBe('4000 × 3000');
    expect(dimensionsOf({ width: 4000, height: null })).toBeNull();
  });
  it('prefers the description over the name', () => {
    expect(photoLabel({ altText: ' A cake ', originalName: 'x.jpg' })).toBe('A cake');
    expect(photoLabel({ altText: '  ', originalName: 'x.jpg' })).toBe('x.jpg');
  });
});
