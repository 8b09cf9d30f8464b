import { lazily } from '#lib/lazily.ts';

const loadAlbumParts = () => import('./album-parts.tsx');
const loadEmpty = () => import('./empty-library.tsx');

// What only some visits to the library need: fetched when it opens.
export const AlbumAbove = lazily(async () => ({ default: (await loadAlbumParts()).AlbumAbove }));
export const AlbumActions = lazily(async () => ({ default: (await loadAlbumParts()).AlbumActions }));
export const AlbumInside = lazily(async () => ({ default: (await loadAlbumParts()).AlbumInside }));
export const AlbumDropBar = lazily(async () => ({ default: (await import('./album-drop-bar.tsx')).AlbumDropBar }));
export const AlbumQuestions = lazily(async () => ({ default: (await import('./album-questions.tsx')).AlbumQuestions }));
export const BulkRemainsDialog = lazily(async () => ({
  default: (await import('./bulk-remains-dialog.tsx')).BulkRemainsDialog,
}));
export const EmptyLibrary = lazily(async () => ({ default: (await loadEmpty()).EmptyLibrary }));
export const FilterChips = lazily(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }));
export const FilterDialog = lazily(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }));
export const GoneAlbum = lazily(async () => ({ default: (await loadEmpty()).GoneAlbum }));
export const MissingPhotoDialog = lazily(async () => ({
  default: (await import('./missing-photo-dialog.tsx')).MissingPhotoDialog,
}));
export const PhotoDetailsDialog = lazily(async () => ({
  default: (await import('./photo-details-dialog.tsx')).PhotoDetailsDialog,
}));
export const RecentlyDeletedDialog = lazily(async () => ({
  default: (await import('./recently-deleted-dialog.tsx')).RecentlyDeletedDialog,
}));
export const SelectionBar = lazily(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));
export const SelectionQuestions = lazily(async () => ({
  default: (await import('./selection-questions.tsx')).SelectionQuestions,
}));
