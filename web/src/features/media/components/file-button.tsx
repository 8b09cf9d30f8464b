import { useId, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { acceptedPhotoTypes } from '#lib/contract-data.ts';
import { buttonStyles } from '#ui/index.ts';

/** What a file picker offers; some systems know HEIC by its ending alone. */
const accept = [...acceptedPhotoTypes, '.heic'].join(',');

export type FileButtonProps = { className?: string; onFiles(files: readonly File[]): void; children: ReactNode };

/** A button that opens the file picker for photos. */
export function FileButton({ className, onFiles, children }: FileButtonProps) {
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
