import type { UserSettings } from '@postloom/contracts';
import type { z } from 'zod';

/** Until a person has saved some. */
export const defaultPreferences: z.infer<typeof UserSettings> = {
  defaultCaptionStyle: 'professional',
  autoGenerateCaptions: true,
  includeHashtags: true,
};
