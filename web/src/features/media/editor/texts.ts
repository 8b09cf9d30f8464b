/** Texts of 'Edit Photo'. */
export const editorTexts = {
  hint: 'What you uploaded is kept. You can change the photo again or go back at any time.',
  preview: 'The photo with your changes',
  loading: 'Loading the photo...',
  notLoaded: 'Failed to fetch image data',
  shape: 'Crop',
  fits: (platforms: string) => `Fits ${platforms}.`,
  moveCrop: 'Move the part to keep with the arrow keys',
  resizeCrop: {
    'top-left': 'Move the top left corner with the arrow keys',
    'top-right': 'Move the top right corner with the arrow keys',
    'bottom-left': 'Move the bottom left corner with the arrow keys',
    'bottom-right': 'Move the bottom right corner with the arrow keys',
  },
  keeps: (part: { width: number; height: number }, of: { width: number; height: number }) =>
    part.width === of.width && part.height === of.height
      ? `Keeps all ${of.width} × ${of.height} pixels`
      : `Keeps ${part.width} × ${part.height} of ${of.width} × ${of.height} pixels`,
  turn: 'Turn',
  left: 'Rotate left',
  right: 'Rotate right',
  sideways: 'Flip left and right',
  upsideDown: 'Flip top and bottom',
  adjust: 'Adjust',
  straighten: 'Straighten',
  brightness: 'Brightness',
  contrast: 'Contrast',
  saturation: 'Saturation',
  safeArea: 'Show where text stays readable',
  reset: 'Undo these changes',
  original: 'Back to the original',
  save: 'Save',
  saveCopy: 'Save as new photo',
  saved: 'Photo changed',
  backAgain: 'The photo is back to the original',
  copied: 'Saved as a new photo',
  failed: 'The photo could not be changed. Please try again.',
};
