import type { DeletedPhoto } from '@postloom/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { ShowMore } from '#components/show-more.tsx';
import { pageRows, pageTotal, routePages, routes, usePageBusiness } from '#lib/api/index.ts';
import { formatDate } from '#lib/format.ts';
import { Button, ConfirmDialog, Dialog, DialogContent, EmptyState, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { changeDeleted } from '../api/deleted-photos.ts';
import { recentlyDeletedTexts as texts } from '../recently-deleted-texts.ts';
import { mediaTexts } from '../texts.ts';
import type { Bulk } from '../use-bulk.ts';
import { BulkProgress } from './bulk-progress.tsx';

export type RecentlyDeletedDialogProps = { timeZone: string; bulk: Bulk; onClose(): void };

/** Photos that were deleted: they can be brought back, each or all, or removed for good before their time. */
export function RecentlyDeletedDialog({ timeZone, bulk, onClose }: RecentlyDeletedDialogProps) {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const query = useInfiniteQuery(routePages(routes.deletedPhotos, { businessId, limit: 50 }));
  const total = pageTotal(query.data) ?? 0;
  const [busyId, setBusyId] = useState<string | null>(null);
  const [erasing, setErasing] = useState<DeletedPhoto | null>(null);
  const change = async (id: string, action: 'restore' | 'erase') => {
    setBusyId(id);
    await changeDeleted(client, businessId, id, action);
    setBusyId(null);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={mediaTexts.recentlyDeleted} description={texts.description}>
        {bulk.running ? (
          <div className="mb-2 flex items-center gap-3">
            <BulkProgress run={bulk.running} />
          </div>
        ) : total > 1 ? (
          <Button
            size="sm"
            variant="secondary"
            className="mb-2"
            onClick={() => void bulk.change({ areDeleted: true }, { action: 'restore' })}
          >
            <RotateCcw aria-hidden="true" />
            {texts.restoreAll(total)}
          </Button>
        ) : null}
        <Async
          query={query}
          skeleton={
            <SkeletonGroup text={texts.loading}>
              <SkeletonRows count={3} className="h-14" />
            </SkeletonGroup>
          }
          isEmpty={(data) => pageRows(data).length === 0}
          empty={
            <EmptyState title={texts.none} pattern="photos">
              {texts.noneHint}
            </EmptyState>
          }
        >
          {(data) => (
            <>
              <ul aria-label={mediaTexts.recentlyDeleted} className="divide-y divide-line">
                {pageRows(data).map((photo) => (
                  <li key={photo.id} className="flex items-center gap-3 py-2">
                    <PhotoImage photo={photo} width={64} decorative className="size-12 rounded-control" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-sm font-semibold">{photo.originalName}</span>
                      <span className="block text-xs text-muted">
                        {texts.goneAt(formatDate(photo.goneAt, timeZone))}
                      </span>
                    </span>
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={texts.restoreOne(photo.originalName)}
                      pending={busyId === photo.id}
                      onClick={() => void change(photo.id, 'restore')}
                    >
                      <RotateCcw aria-hidden="true" />
                      Restore
                    </Button>
                    <Button
                      size="icon-sm"
                      variant="ghost"
                      className="hover:text-madder"
                      aria-label={texts.eraseOne(photo.originalName)}
                      onClick={() => setErasing(photo)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  </li>
                ))}
              </ul>
              <ShowMore query={query} className="mx-auto mt-3 flex" />
            </>
          )}
        </Async>
        {erasing ? (
          <ConfirmDialog
            open
            onOpenChange={() => setErasing(null)}
            title={texts.eraseQuestion}
            description={texts.eraseWarning(erasing.originalName)}
            confirmLabel="Delete forever"
            destructive
            onConfirm={() => {
              setErasing(null);
              void change(erasing.id, 'erase');
            }}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
