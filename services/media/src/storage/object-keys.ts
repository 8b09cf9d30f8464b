/** Keys of a photo's objects. The business comes first, so that the gateway knows whose membership to check. */
export const objectKeys = {
  original: (businessId: string, photoId: string): string => `${businessId}/${photoId}/original`,
  /** `name` like `400.webp` or `publish.jpg`. */
  rendition: (businessId: string, photoId: string, name: string): string => `${businessId}/${photoId}/${name}`,
  scratch: (businessId: string, scratchId: string): string => `${businessId}/scratch/${scratchId}`,
} as const;
