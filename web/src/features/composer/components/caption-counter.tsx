import type { Platform } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { PlatformGlyph } from '#ui/index.ts';
import { checkCaption } from '../counters.ts';
import { useXCounting } from '../x-counting.ts';

const tones = { fine: 'text-muted', warning: 'text-weld', over: 'text-madder' } as const;

/** '128 / 2,200' of one platform, in the color of its state, and by how much it is over. */
export function CaptionCounter({ platform, caption }: { platform: Platform; caption: string }) {
  useXCounting();
  const { length, limit, level, over } = checkCaption(platform, caption);
  return (
    <span className={cn('inline-flex items-center gap-1 text-xs whitespace-nowrap tabular', tones[level])}>
      <PlatformGlyph platform={platform} className="size-3" />
      <span className="sr-only">{platformRules[platform].name}: </span>
      {formatNumber(length)} / {formatNumber(limit)}
      {over === null ? null : <span className="font-semibold">{over}</span>}
    </span>
  );
}
