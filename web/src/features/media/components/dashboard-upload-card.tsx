import { useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { uploadQueueLimits } from '#lib/contract-data.ts';
import { Card, CardBody, CardHeader } from '#ui/index.ts';
import { takeDropped } from '../take-dropped.ts';
import { uploadTexts } from '../upload-texts.ts';
import { useUploadQueue } from '../use-uploads.ts';
import { takeZips } from '../zip/take-zips.ts';
import { FileButton } from './file-button.tsx';
import { UploadList } from './upload-list.tsx';

const limit = uploadQueueLimits.dashboard;

/** Drop photos or browse for them: up to 8, they start by themselves. Zips go on their way as they do everywhere. */
export function DashboardUploadCard({ businessId }: { businessId: string }) {
  const client = useQueryClient();
  const { items, add, remove, retry } = useUploadQueue({ owner: 'dashboard', limit, businessId });
  const addFiles = (files: readonly File[]) => add(takeZips(client, businessId, files));
  const [over, setOver] = useState(false);
  const id = useId();
  return (
    <Card aria-labelledby={`${id}-title`}>
      <CardHeader id={`${id}-title`} title="Upload Photos" />
      <CardBody className="grid gap-4">
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            takeDropped(event.dataTransfer, addFiles);
          }}
          className={cn(
            'grid justify-items-center gap-1 rounded-card border-2 border-dashed px-4 py-7 text-center transition-colors',
            over ? 'border-woad bg-woad-soft' : 'border-line bg-sunken',
          )}
        >
          <ImageUp className="mb-1 size-7 text-woad" aria-hidden="true" />
          <p className="font-semibold">Drag and drop photos here</p>
          <p className="text-sm text-muted">{uploadTexts.whatToUpload(limit)}</p>
          <FileButton className="mt-3" onFiles={addFiles}>
            Browse files
          </FileButton>
        </div>
        <UploadList items={items} onRemove={remove} onRetry={retry} />
      </CardBody>
    </Card>
  );
}
