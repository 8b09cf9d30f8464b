import { BusinessSettings } from '#features/businesses/components/business-settings.tsx';
import { useShellActions } from '../shell-actions.ts';

export default function BusinessSettingsPage() {
  const { createBusiness } = useShellActions();
  return <BusinessSettings onCreate={() => createBusiness('settings')} />;
}
