import type { Analytics, Platform } from '@postloom/contracts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { Card, CardBody, CardHeader, PlatformBadge } from '#ui/index.ts';
import { changeOf, formatRate } from '../figures.ts';
import { differencesOf } from '../platform-differences.ts';
import { analyticsTexts } from '../texts.ts';
import { ChangeNote } from './results-card.tsx';

const texts = analyticsTexts.platforms;

/** 'Performance by Platform': what the platforms reported, never an invented figure. */
export function PlatformsCard({
  byPlatform,
  connected,
  silent,
}: {
  byPlatform: Analytics['byPlatform'];
  /** Undefined while it is not known. */
  connected: ReadonlySet<Platform> | undefined;
  silent: ReadonlySet<Platform>;
}) {
  const measured = byPlatform.filter(({ engagementRate }) => engagementRate !== null);
  return (
    <Card aria-labelledby="platforms">
      <CardHeader id="platforms" title={texts.title} description={texts.description} />
      <CardBody className="grid gap-4">
        <ul className="grid divide-y divide-line">
          {platforms.map((platform) => {
            const figures = byPlatform.find((row) => row.platform === platform);
            const rate = figures?.engagementRate ?? null;
            return (
              <li key={platform} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <PlatformBadge platform={platform} />
                {figures && rate !== null ? (
                  <span className="grid justify-items-end gap-0.5">
                    <span className="text-lg font-bold tabular">{formatRate(rate)}</span>
                    <span className="flex flex-wrap justify-end gap-x-3 text-xs text-muted">
                      {texts.measured(figures.measured, figures.posts)}
                      <ChangeNote change={changeOf('engagementRate', rate, figures.previous.engagementRate)} />
                    </span>
                  </span>
                ) : (
                  <span className="text-sm text-muted">
                    {connected?.has(platform) === false
                      ? texts.notConnected
                      : silent.has(platform)
                        ? texts.silent(platformRules[platform].name)
                        : texts.noData}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        {measured.length > 0 ? (
          <ul className="grid max-w-[68ch] gap-1 text-sm text-muted">
            {measured
              .flatMap(({ platform }) => differencesOf(platformRules[platform]))
              .map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            <li>{texts.differ}</li>
            <li>{analyticsTexts.counted}</li>
          </ul>
        ) : null}
      </CardBody>
    </Card>
  );
}
