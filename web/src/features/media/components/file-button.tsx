import { useId, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { buttonStyles } from '#ui/index.ts';
import { offeredPhotos } from '../upload-queue.ts';

export type FileButtonProps = {
  className?: string;
  accept?: string;
  onFiles(files: readonly File[]): void;
  children: ReactNode;
};

/** A button that opens the file picker, for photos unless it says otherwise. */
export function FileButton({ className, accept = offeredPhotos.join(','), onFiles, children }: FileButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn(
        buttonStyles({ variant: 'secondary' }),
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
        className,
      )}
    >
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
