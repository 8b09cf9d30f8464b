/** One derived picture as it is stored. */
export interface RenditionOutput {
  readonly name: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
}
