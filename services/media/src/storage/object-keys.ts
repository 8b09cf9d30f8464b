/** Keys of a photo's objects. The business or the person comes first, so that the gateway knows whose membership to check. */
export const objectKeys = {
  original: (businessId: string, photoId: string): string => `${businessId}/${photoId}/original`,
  /** `name` like `400.webp` or `publish.jpg`. */
  rendition: (businessId: string, photoId: string, name: string): string => `${businessId}/${photoId}/${name}`,
  /** Where the bytes of an upload lie until they are measured. */
  incoming: (businessId: string, transferId: string): string => `${businessId}/incoming/${transferId}`,
  scratch: (businessId: string, scratchId: string): string => `${businessId}/scratch/${scratchId}`,
  /** Of an export, which belongs to a person and no business. */
  exportSegment: (userId: string, exportId: string, name: string): string => `${userId}/exports/${exportId}/${name}`,
  importSegment: (userId: string, importId: string, name: string): string => `${userId}/imports/${importId}/${name}`,
} as const;
