import { ChevronDown } from 'lucide-react';
import { aiProviders } from '#lib/contract-data.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { Button, DeferredMenu } from '#ui/index.ts';
import { useAiSettings } from '../api/provider.ts';
import { providerTexts } from '../provider-texts.ts';

const loadMenu = () => import('./writer-menu.tsx');
const WriterMenu = lazily(loadMenu);

/** Who writes the next caption, and the way to another provider; nothing while that is not known. */
export default function WriterChoice() {
  const { data: settings } = useAiSettings();
  const writer = aiProviders.find(({ id }) => id === settings?.currentProvider);
  if (!settings || !writer) {
    return null;
  }
  return (
    <DeferredMenu
      prefetch={() => prefetch(loadMenu)}
      trigger={
        <Button variant="ghost" size="sm" className="-ml-2 px-2 text-muted">
          {providerTexts.writtenBy(writer.label)}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {(trigger) => <WriterMenu trigger={trigger} settings={settings} />}
    </DeferredMenu>
  );
}
