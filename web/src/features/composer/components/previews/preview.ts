import type { Photo, SocialAccount } from '@postloom/contracts';

/** What a platform's layout shows of a post. */
export type PreviewProps = {
  account: SocialAccount | undefined;
  /** Without spaces around it. */
  caption: string;
  /** No more than the platform takes. */
  photos: readonly Photo[];
};
