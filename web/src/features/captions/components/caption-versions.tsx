import { Copy } from 'lucide-react';
import { Button, copyText } from '#ui/index.ts';
import { captionTexts } from '../texts.ts';

export function CopyButton({ text }: { text: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => copyText(text, captionTexts.copyFailed)}
      disabled={text.trim() === ''}
    >
      <Copy aria-hidden="true" />
      Copy
    </Button>
  );
}

/** The captions that were generated in this session. */
export function Versions({
  versions,
  current,
  onChoose,
}: {
  versions: readonly string[];
  current: string;
  onChoose(text: string): void;
}) {
  if (versions.length < 2) {
    return null;
  }
  return (
    <div role="group" aria-label="Earlier captions" className="flex flex-wrap gap-1">
      {versions.map((version, index) => (
        <Button
          key={version}
          variant="ghost"
          size="sm"
          aria-pressed={version === current}
          className={version === current ? 'bg-woad-soft text-woad' : 'text-muted'}
          onClick={() => onChoose(version)}
        >
          Version {index + 1}
        </Button>
      ))}
    </div>
  );
}
