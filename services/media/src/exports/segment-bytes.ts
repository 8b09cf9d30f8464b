/**
 * A segment is stored once it has this size: what a killed process loses at most, together with one photo. Smaller ones would make more
 * objects, larger ones need more room on the disk of a pod.
 */
export const SEGMENT_BYTES = 16 * 1_024 * 1_024;
