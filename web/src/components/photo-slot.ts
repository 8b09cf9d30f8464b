import type { Photo } from '@postloom/contracts';

/** The place in a form where one photo is chosen, or none: what fills it comes from the library. */
export type PhotoSlot = { value: string | null; onChange(photo: Photo | null): void };
