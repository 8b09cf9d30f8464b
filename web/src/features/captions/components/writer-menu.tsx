import type { AiProvider, AiSettings } from '@postloom/contracts';
import type { ReactElement } from 'react';
import { aiProviders } from '#lib/contract-data.ts';
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '#ui/index.ts';
import { useSwitchProvider } from '../api/provider.ts';
import { providerTexts } from '../provider-texts.ts';
import { ProviderBadges } from './provider-badges.tsx';

export type WriterMenuProps = { trigger: ReactElement; settings: ReturnType<typeof AiSettings.parse> };

/** The open menu of providers: choosing one switches at once. Its code arrives with the first use. */
export default function WriterMenu({ trigger, settings }: WriterMenuProps) {
  const change = useSwitchProvider(providerTexts.switchedBesideCaptions);
  const active = settings.currentProvider;
  const isConfigured = (id: AiProvider) => settings.providers.find((one) => one.id === id)?.configured ?? false;
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start">
        <MenuRadioGroup value={active} onValueChange={(id) => id !== active && change.mutate(id as AiProvider)}>
          {aiProviders.map(({ id, label }) => (
            <MenuRadioItem key={id} value={id} disabled={!isConfigured(id)} saysChosen>
              <span className="mr-auto">{label}</span>
              <ProviderBadges isActive={id === active} isConfigured={isConfigured(id)} />
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
