import { useState } from 'react';
import { lazily, prefetch } from '#lib/lazily.ts';
import { Button, Card, CardBody, CardHeader } from '#ui/index.ts';
import { accountTexts } from '../texts.ts';

const load = () => import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog }));
const DeleteAccountDialog = lazily(load);

/** The way out: everything about the person is deleted. `onDeleted` runs before the page is left. */
export function DeleteAccountCard({ email, onDeleted }: { email: string; onDeleted(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-labelledby="delete-account">
      <CardHeader
        id="delete-account"
        title={accountTexts.deleteAccount.title}
        description={accountTexts.deleteAccount.lead}
      />
      <CardBody>
        <Button
          variant="danger"
          onClick={() => setOpen(true)}
          onPointerEnter={() => prefetch(load)}
          onFocus={() => prefetch(load)}
        >
          {accountTexts.deleteAccount.title}
        </Button>
        {open ? <DeleteAccountDialog email={email} onDeleted={onDeleted} onClose={() => setOpen(false)} /> : null}
      </CardBody>
    </Card>
  );
}
