import type { UserSettings } from '@postloom/contracts';
import type { z } from 'zod';

/** Before a person has saved any. */
export const defaultPreferences: z.infer<typeof UserSettings> = {
  defaultCaptionStyle: 'professional',
  autoGenerateCaptions: true,
  includeHashtags: true,
};
