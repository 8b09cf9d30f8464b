import { z } from 'zod';

/** The five platforms in the order every list shows them. */
export const Platform = z.enum(['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok']);
export type Platform = z.infer<typeof Platform>;
export const platforms = Platform.options;
