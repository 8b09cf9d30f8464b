import { platformRules } from './catalogue.ts';
import type { Platform } from './catalogue.ts';

/**
 * Length of a caption as the platform counts it. X: what `weigh` returns, which is `weightedLength`; it is a parameter because it needs
 * every top-level domain, which screens load on demand. LinkedIn and TikTok: UTF-16 units. The others: Unicode code points.
 */
export function captionLengthWith(weigh: (text: string) => number, platform: Platform, caption: string): number {
  switch (platformRules[platform].captionUnit) {
    case 'code_points':
      return [...caption].length;
    case 'utf16':
      return caption.length;
    case 'weighted':
      return weigh(caption);
  }
}
