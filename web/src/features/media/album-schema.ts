/** Loaded by the forms when they first validate. */
export { AlbumInput } from '@postloom/contracts';
