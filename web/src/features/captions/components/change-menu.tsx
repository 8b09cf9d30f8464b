import type { CaptionChange } from '@postloom/contracts';
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCaptionVoice } from '#data/caption-voice.ts';
import { captionLanguages } from '#lib/contract-data.ts';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '#ui/index.ts';
import { captionStyles, styleLabels } from '../api/captions.ts';
import { changeTexts as texts } from '../change-texts.ts';

export type ChangeMenuProps = { trigger: ReactElement; onChoose(change: CaptionChange): void };

/** The open menu of changes; its code arrives with the first use. */
export default function ChangeMenu({ trigger, onChoose }: ChangeMenuProps) {
  const voice = useCaptionVoice();
  const own = voice.data?.language?.trim() ?? '';
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="max-h-96">
        <MenuItem onSelect={() => onChoose({ kind: 'shorter' })}>
          <ArrowUpNarrowWide aria-hidden="true" />
          {texts.shorter}
        </MenuItem>
        <MenuItem onSelect={() => onChoose({ kind: 'longer' })}>
          <ArrowDownNarrowWide aria-hidden="true" />
          {texts.longer}
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>{texts.tone}</MenuLabel>
        {captionStyles.map((style) => (
          <MenuItem key={style} onSelect={() => onChoose({ kind: 'tone', style })}>
            {styleLabels[style]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuLabel>{texts.translate}</MenuLabel>
        {ownFirst(own).map((language) => (
          <MenuItem key={language} onSelect={() => onChoose({ kind: 'translate', language })}>
            {language}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

/** The languages, that of the business's captions first. */
function ownFirst(own: string): readonly string[] {
  const others = captionLanguages.filter((one) => one.toLowerCase() !== own.toLowerCase());
  return own === '' ? others : [own, ...others];
}
