/** Of the file that a person chooses; in base64 it has room in one message of the bus. */
export const MAX_LOGO_BYTES = 500_000;
/** Of the picture in that file. */
export const MAX_LOGO_PIXELS = 16_000_000;
/** What a logo is made to fit into. */
export const LOGO_SIZE = { width: 480, height: 160 } as const;

/** What a person may choose; the bytes decide. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const logoMessages = {
  tooLarge: 'Please use a picture of at most 500 KB.',
  tooManyPixels: 'This picture has too many pixels. Please use a smaller one.',
  wrongType: 'Please use a PNG, JPEG or WebP picture.',
} as const;
