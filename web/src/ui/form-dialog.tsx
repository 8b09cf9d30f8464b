import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogCancel, DialogContent, type DialogContentProps } from './dialog.tsx';

export type FormDialogProps = Pick<DialogContentProps, 'title' | 'description' | 'width' | 'children'> & {
  submitLabel: string;
  /** While it saves the dialog stays open, and nothing is sent again. */
  pending: boolean;
  /** What is filled in so far cannot be sent. */
  disabled?: boolean;
  destructive?: boolean;
  onSubmit(): void;
  onClose(): void;
  /** 'Cancel' gives up what was typed, before it closes; Escape and the cross leave it to whoever keeps it. */
  onCancel?(): void;
};

/** A dialog that is one form, with the buttons that send it and leave it below. */
export function FormDialog(props: FormDialogProps) {
  const {
    submitLabel,
    pending,
    disabled,
    destructive = false,
    onSubmit,
    onClose,
    onCancel,
    children,
    ...content
  } = props;
  const id = useId();
  return (
    <Dialog open busy={pending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        {...content}
        footer={
          <>
            <DialogCancel onClick={onCancel} />
            <Button
              type="submit"
              form={id}
              variant={destructive ? 'danger' : 'primary'}
              disabled={disabled}
              pending={pending}
              pendingText={destructive ? undefined : 'Saving...'}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending) {
              onSubmit();
            }
          }}
        >
          {children}
        </form>
      </DialogContent>
    </Dialog>
  );
}
