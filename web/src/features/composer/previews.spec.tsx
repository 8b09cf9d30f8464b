import type { Photo, Platform, SocialAccount } from '@postloom/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { previews } from './components/previews/index.ts';

const account: SocialAccount = {
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'linkedin',
  accountName: 'Marlow Bakehouse',
  accountId: 'urn:li:organization:7',
  avatarUrl: null,
  status: 'active',
  connectedAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
};
const text = 'Fresh rye at bakery.example/rye for @ada #bread';

function show(platform: Platform, photos: readonly Photo[], caption = text, shown = account) {
  const Preview = previews[platform];
  render(<Preview account={shown} caption={caption} photos={photos} />);
}
/** The box that gives the first picture its shape. */
const frame = () => screen.getAllByRole('img')[0]?.closest<HTMLElement>('[style]');

describe('a carousel', () => {
  it.each(['instagram', 'tiktok'] as const)('on %s turns by buttons and by arrow keys, and ends', (platform) => {
    show(platform, [aPhoto(1), aPhoto(2), aPhoto(3)]);
    expect(screen.queryByRole('button', { name: 'Previous photo' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    const strip = screen.getByRole('group', { name: 'Photo 2 of 3' });
    fireEvent.keyDown(strip, { key: 'ArrowRight' });
    expect(screen.getByRole('group', { name: 'Photo 3 of 3' })).toBe(strip);
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    fireEvent.keyDown(strip, { key: 'ArrowRight' });
    fireEvent.keyDown(strip, { key: 'ArrowLeft' });
    expect(screen.getByRole('group', { name: 'Photo 2 of 3' })).toBe(strip);
  });
  it('follows a swipe', () => {
    show('instagram', [aPhoto(1), aPhoto(2)]);
    const strip = screen.getByRole('group', { name: 'Photo 1 of 2' });
    Object.defineProperty(strip, 'clientWidth', { value: 300 });
    strip.scrollLeft = 280;
    fireEvent.scroll(strip);
    expect(screen.getByRole('group', { name: 'Photo 2 of 2' })).toBe(strip);
  });
});

describe('a tall picture', () => {
  it('has its whole shape: no height is cut that would leave a strip beside it', () => {
    show('instagram', [aPhoto(1, { width: 1080, height: 1350 })]);
    expect(frame()).toHaveStyle({ aspectRatio: '0.8' });
    expect(frame()?.style.maxHeight).toBe('');
  });
  it('fills the screen on TikTok', () => {
    show('tiktok', [aPhoto(1, { width: 1080, height: 1350 })]);
    expect(frame()).toHaveStyle({ aspectRatio: String(9 / 16) });
  });
});

describe('several pictures without a carousel', () => {
  it.each([
    ['twitter', 4, 4, null],
    ['facebook', 7, 5, '+2'],
    ['linkedin', 9, 4, '+5'],
  ] as const)('share a frame on %s', (platform, count, shown, more) => {
    show(
      platform,
      Array.from({ length: count }, (_, index) => aPhoto(index + 1)),
    );
    expect(screen.getAllByRole('img')).toHaveLength(shown);
    if (more === null) {
      expect(screen.queryByText(/^\+/)).toBeNull();
    } else {
      expect(screen.getByText(more)).toBeInTheDocument();
    }
  });
});

describe('the words', () => {
  it.each(['facebook', 'twitter', 'linkedin'] as const)(
    'show a link card on %s until there is a picture',
    (platform) => {
      show(platform, []);
      expect(screen.getByText('bakery.example')).toBeInTheDocument();
    },
  );
  it('have no link card beside a picture', () => {
    show('facebook', [aPhoto(1)]);
    expect(screen.queryByText('bakery.example')).toBeNull();
  });
  it.each([
    ['instagram', ['@ada', '#bread']],
    ['twitter', ['bakery.example/rye', '@ada', '#bread']],
  ] as const)('color on %s what it links', (platform, linked) => {
    show(platform, [aPhoto(1)]);
    const colored = [...document.querySelectorAll(`[class*="--link-${platform}"]`)].map((mark) => mark.textContent);
    expect(colored).toEqual(linked);
  });
  it('name the account as each feed does', () => {
    show('twitter', []);
    expect(screen.getByText('Marlow Bakehouse')).toBeInTheDocument();
    // Its handle is not known.
    expect(screen.queryByText(/^@marlow/)).toBeNull();
    show('linkedin', []);
    expect(screen.getByText('Company page')).toBeInTheDocument();
  });

  it.each<Platform>(['instagram', 'twitter', 'tiktok'])('name the account on %s by its handle', (platform) => {
    show(platform, [], text, { ...account, username: 'marlow.bakehouse' });
    expect(screen.getAllByText(/^@?marlow\.bakehouse$/)[0]).toBeInTheDocument();
  });
});
