import type { Business } from '@postloom/contracts';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useController, useForm } from 'react-hook-form';
import { useStats } from '#data/stats.ts';
import { messageOr } from '#lib/api/index.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { browserTimeZone, offsetOf } from '#lib/time-zones.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, ConfirmDialog, Field, SaveRow, toast } from '#ui/index.ts';
import { useDeleteBusiness } from '../api/delete-business.ts';
import { useUpdateBusiness } from '../api/update-business.ts';
import { BusinessDetails } from './business-details.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { businessTexts } from '../texts.ts';

function TimeZoneSetting({ business }: { business: Business }) {
  const update = useUpdateBusiness();
  const saved = useMemo(() => ({ timeZone: business.timeZone }), [business.timeZone]);
  const form = useForm({ defaultValues: saved });
  const { control, handleSubmit, formState, reset, setFocus } = form;
  const { field } = useController({ control, name: 'timeZone' });
  const { settle } = useSavedValues(form, saved, `timezone.${business.id}`);
  const browser = browserTimeZone();
  const submit = handleSubmit(async (changes) => {
    try {
      const { timeZone } = await update.mutateAsync({ id: business.id, changes });
      settle({ timeZone }, changes);
      toast({
        title: businessTexts.timeZoneSaved.title,
        description: businessTexts.timeZoneSaved.description(timeZone),
        tone: 'success',
      });
    } catch (error) {
      toastError(error, businessTexts.saveFailed);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <Field
        label="Time zone"
        className="min-w-0 flex-1 basis-72"
        hint={
          browser === business.timeZone
            ? businessTexts.timeZoneHint
            : businessTexts.timeZoneElsewhere(browser, offsetOf(browser, new Date()))
        }
      >
        <TimeZoneField {...field} />
      </Field>
      <div className="mb-6.5">
        <SaveRow
          label="Save time zone"
          variant="secondary"
          isDirty={formState.isDirty}
          disabled={!formState.isDirty}
          pending={formState.isSubmitting}
          onDiscard={() => {
            // The save button, which has the focus in other forms, is disabled now. Before `reset`, which forgets the element.
            setFocus('timeZone');
            reset();
          }}
        />
      </div>
    </form>
  );
}

/** What a deletion takes along, with the figures that are known: they are asked for when somebody is about to delete. */
function DeleteWarning() {
  const { data } = useStats();
  return businessTexts.deleteWarning({ photos: data?.totalPhotos ?? 0, scheduledPosts: data?.scheduledPosts ?? 0 });
}

/** What the business is called, its time zone, and its end. Deleting needs a second business to go on with. */
export function GeneralSettings({ business, canDelete }: { business: Business; canDelete: boolean }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteBusiness();
  return (
    <div className="grid gap-6">
      <BusinessDetails key={`details ${business.id}`} business={business} />
      <TimeZoneSetting key={business.id} business={business} />
      {canDelete ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          <p className="max-w-[52ch] text-sm text-muted">{businessTexts.deleteConsequence(business.name)}</p>
          <Button variant="danger-quiet" onClick={() => setAsking(true)}>
            Delete Business
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={businessTexts.deleteQuestion(business.name)}
            description={<DeleteWarning />}
            confirmLabel={businessTexts.deleteConfirm(business.name)}
            destructive
            pending={remove.isPending}
            onConfirm={() =>
              void remove.mutateAsync(business.id).then(
                () => {
                  toast({ ...businessTexts.deleted, tone: 'success' });
                  // A dialog keeps the focus for as long as it is there.
                  flushSync(() => setAsking(false));
                  // The page is about another business now, which is named at its top.
                  scrollTo(0, 0);
                  focusHeading(document.querySelector('h1'));
                },
                (error: unknown) => {
                  toast({
                    title: businessTexts.deleteFailed.title,
                    description: messageOr(error, businessTexts.deleteFailed.description),
                    tone: 'error',
                  });
                  setAsking(false);
                },
              )
            }
          />
        </div>
      ) : null}
    </div>
  );
}
