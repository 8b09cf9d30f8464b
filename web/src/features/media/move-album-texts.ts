/** Texts of the dialog that puts an album inside another one. */
export const moveAlbumTexts = {
  title: (name: string) => `Move ${name}`,
  inside: 'Inside',
  topLevel: 'No other album',
} as const;
