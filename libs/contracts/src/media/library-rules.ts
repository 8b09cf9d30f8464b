/** Tags of one photo. */
export const MOST_TAGS = 30;
/** Characters of the name of a photo's file. */
export const LONGEST_PHOTO_NAME = 255;
/** Characters of a tag. */
export const LONGEST_TAG = 50;
/** A filtered list is counted up to here; a `total` of this many means this many or more. */
export const MOST_COUNTED = 1_000;
