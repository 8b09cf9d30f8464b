import { z } from 'zod';
import { platforms } from './catalogue.ts';

export const Platform = z.enum(platforms);
export type Platform = z.infer<typeof Platform>;
