import { useMemo } from 'react';
import { Notice } from '#components/notice.tsx';
import { AutomationView } from '#features/automation/components/automation-view.tsx';
import { automationTexts } from '#features/automation/texts.ts';
import { PlatformCheckboxes } from '#features/composer/components/platform-checkboxes.tsx';
import { AccountWarnings } from '#features/social/components/account-warnings.tsx';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { Button } from '#ui/index.ts';
import { NeedsBusiness } from '../needs-business.tsx';
import { useShellActions } from '../shell-actions.ts';
import { OnePhotoPicker } from '../one-photo-picker.tsx';

export default function AutomationPage() {
  const { business } = usePageContext();
  if (!business) {
    return <NeedsBusiness title="Automation" />;
  }
  return <Automation key={business.id} businessId={business.id} />;
}

function Automation({ businessId }: { businessId: string }) {
  const timeZone = usePageTimeZone();
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const { connectAccount, connecting, uploadPhotos } = useShellActions();
  const connected = useMemo(() => connectedPlatforms(status.data), [status.data]);
  const waiting = useMemo(() => waitingPlatforms(accounts.data), [accounts.data]);
  return (
    <>
      <AccountWarnings connecting={connecting} onConnect={connectAccount} />
      <AutomationView
        timeZone={timeZone}
        connected={connected}
        waiting={waiting}
        notice={
          status.data && accounts.data && connected.size + waiting.size === 0 ? (
            <Notice
              className="mb-5"
              action={
                <Button
                  size="sm"
                  pending={connecting === 'instagram'}
                  pendingText="Connecting..."
                  onClick={() => connectAccount('instagram')}
                >
                  Connect Instagram
                </Button>
              }
            >
              {automationTexts.needsAccount}
            </Notice>
          ) : null
        }
        onUpload={() => uploadPhotos()}
        platformPicker={(slot) => (
          <PlatformCheckboxes
            {...slot}
            connected={connected}
            waiting={waiting}
            connecting={connecting}
            onConnect={connectAccount}
          />
        )}
        photoPicker={(slot) => <OnePhotoPicker {...slot} businessId={businessId} />}
      />
    </>
  );
}
