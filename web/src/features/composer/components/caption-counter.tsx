import type { Platform } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { PlatformGlyph } from '#ui/index.ts';
import { checkCaption } from '../counters.ts';
import { useXCounting } from '../x-counting.ts';

const tones = { fine: 'text-muted', warning: 'text-weld', over: 'text-madder' } as const;

/** '128 / 2,200' of one platform, in the colour and the word of its state. */
export function CaptionCounter({ platform, caption }: { platform: Platform; caption: string }) {
  useXCounting();
  const { length, limit, level } = checkCaption(platform, caption);
  return (
    <span className={cn('inline-flex items-center gap-1 text-xs tabular', tones[level])}>
      <PlatformGlyph platform={platform} className="size-3" />
      <span className="sr-only">{platformRules[platform].name}: </span>
      {formatNumber(length)} / {formatNumber(limit)}
      {level === 'over' ? <span className="font-semibold">too much</span> : null}
    </span>
  );
}
