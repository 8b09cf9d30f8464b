import { lazily } from '#lib/lazily.ts';

// What only some visits to the library need: fetched when it opens.
export const AlbumNameDialog = lazily(async () => ({ default: (await import('./album-dialogs.tsx')).AlbumNameDialog }));
export const DeleteAlbumDialog = lazily(async () => ({
  default: (await import('./album-dialogs.tsx')).DeleteAlbumDialog,
}));
export const DeletePhotoDialog = lazily(async () => ({
  default: (await import('./delete-photo-dialog.tsx')).DeletePhotoDialog,
}));
export const OrganizeDialog = lazily(async () => ({ default: (await import('./organize-dialog.tsx')).OrganizeDialog }));
export const PhotoDetailsDialog = lazily(async () => ({
  default: (await import('./photo-details-dialog.tsx')).PhotoDetailsDialog,
}));
