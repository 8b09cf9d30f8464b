import type { Platform } from '@postloom/contracts';
import { Notice } from '#components/notice.tsx';
import { platformRules, postMessages } from '#lib/contract-data.ts';
import { Button } from '#ui/index.ts';
import { starterWeekTexts as texts } from '../texts.ts';
import type { Week } from '../use-week.ts';

export type WeekNoticesProps = {
  week: Week;
  connecting: Platform | null;
  /** A part of the week is made: what is said of the whole holds no more. */
  isPartial: boolean;
  onUpload(): void;
  onConnect(platform: Platform): void;
  onUpgrade(): void;
};

/** What the week lacks, and what comes with it, each with the way there. */
export function WeekNotices({ week, connecting, isPartial, onUpload, onConnect, onUpgrade }: WeekNoticesProps) {
  const { cards = [], connected, waiting, left, possible } = week;
  const withoutPhoto = cards.filter(({ photo, isLeftOut }) => photo === null && !isLeftOut).length;
  const [broken] = connected.size === 0 ? waiting : [];
  return (
    <>
      {connected.size + waiting.size === 0 ? <Notice>{texts.noAccount}</Notice> : null}
      {broken ? (
        <Notice
          action={
            <Button
              size="sm"
              pending={connecting === broken}
              pendingText="Connecting..."
              onClick={() => onConnect(broken)}
            >
              Reconnect {platformRules[broken].name}
            </Button>
          }
        >
          {postMessages.reconnectRequired(platformRules[broken].name)}
        </Notice>
      ) : null}
      {withoutPhoto > 0 && !isPartial ? (
        <Notice
          action={
            <Button size="sm" variant="secondary" onClick={onUpload}>
              Upload Photos
            </Button>
          }
        >
          {texts.withoutPhoto(withoutPhoto)}
        </Notice>
      ) : null}
      {cards.length < possible && !isPartial ? (
        <Notice
          action={
            <Button size="sm" variant="secondary" onClick={onUpgrade}>
              See plans
            </Button>
          }
        >
          {texts.left(left, possible)}
        </Notice>
      ) : null}
    </>
  );
}
