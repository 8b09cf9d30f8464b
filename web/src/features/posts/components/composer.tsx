import type { Photo, Platform, Post, SocialAccount } from '@postloom/contracts';
import { FilePenLine } from 'lucide-react';
import { use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { isApiError, isPostLimit, messageOr } from '../../../lib/api/index.ts';
import { formatInstant } from '../../../lib/time-zones.ts';
import { Button, Dialog, DialogContent, Field, FormError, Textarea, toast } from '../../../ui/index.ts';
import { useCreatePost, useFreshPost, useUpdatePost } from '../api/posts.ts';
import {
  defaultPlatforms,
  emptyValues,
  fieldOrder,
  intentOf,
  problemsOf,
  problemsOfServer,
  type ComposerValues,
  type Problems,
} from '../composer-rules.ts';
import { forgetDraft, keepDraft, storedDraft } from '../draft-store.ts';
import { clockIn, dayIn } from '../month-grid.ts';
import { useNow } from '../use-now.ts';
import { momentOf, temporalReady, type TemporalApi } from '../zoned-time.ts';
import { PlatformCheckboxes } from './platform-checkboxes.tsx';
import { CaptionCounter, PreviewPanel } from './platform-preview.tsx';
import { WhenFields } from './when-fields.tsx';

/** Milliseconds after the last change at which the form is kept on the device. */
const AUTOSAVE_MS = 600;

export type ComposerProps = {
  businessId: string;
  timeZone: string;
  /** The person's plan, for the words of the limit. */
  tier: string;
  connected: ReadonlySet<Platform>;
  accounts: readonly SocialAccount[];
  photos: readonly Photo[];
  connecting: Platform | null;
  /** What a new post starts with. */
  initial?: Partial<ComposerValues>;
  /** Edits this post instead of making a new one. */
  post?: Post;
  onConnect(platform: Platform): void;
  onUpgrade(): void;
  onClose(): void;
  photoPicker(slot: { value: string | null; onChange(photo: Photo): void; invalid: boolean }): ReactNode;
  captionTool(slot: { photoId: string | null; value: string; onChange(text: string): void }): ReactNode;
};

function valuesOf(post: Post, timeZone: string): ComposerValues {
  return {
    caption: post.caption,
    photoId: post.photoId,
    platforms: post.platforms,
    date: post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : '',
    time: post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : '',
  };
}

/** 'Schedule New Post', and the same form for a post that is there already. Suspends until the browser can count in zones. */
export function Composer(props: ComposerProps) {
  const { businessId, timeZone, connected, accounts, photos, post } = props;
  const temporal = use(temporalReady());
  const [version, setVersion] = useState(post?.version ?? 0);
  const [values, setValues] = useState<ComposerValues>(() =>
    post ? valuesOf(post, timeZone) : { ...emptyValues(defaultPlatforms(connected)), ...props.initial },
  );
  const [problems, setProblems] = useState<Problems>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const [stored, setStored] = useState(() => (post || props.initial?.caption ? null : storedDraft(businessId)));
  const [uploadedPhoto, setUploadedPhoto] = useState<Photo | undefined>(undefined);
  const now = useNow();
  const create = useCreatePost();
  const update = useUpdatePost();
  const fresh = useFreshPost();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const touched = useRef(false);

  // Instagram becomes chosen when it is connected while the form is open and nothing else is.
  useEffect(() => {
    if (!post) {
      setValues((now) => (now.platforms.length === 0 ? { ...now, platforms: defaultPlatforms(connected) } : now));
    }
  }, [connected, post]);
  useEffect(() => {
    if (post || !touched.current) return undefined;
    const timer = setTimeout(() => keepDraft(businessId, values, new Date()), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [values, businessId, post]);

  const moment = useMemo(
    () => (values.date && values.time ? safeMoment(temporal, values, timeZone) : null),
    [temporal, values, timeZone],
  );
  const intent = intentOf(values);
  const busy = create.isPending || update.isPending;
  const photo =
    photos.find((one) => one.id === values.photoId) ??
    (uploadedPhoto?.id === values.photoId ? uploadedPhoto : undefined);

  const change = (part: Partial<ComposerValues>) => {
    touched.current = true;
    setValues((before) => ({ ...before, ...part }));
    const fields = Object.keys(part).map((key) => (key === 'photoId' ? 'photo' : key));
    if (part.date !== undefined) fields.push('time');
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
    setFormError(null);
  };
  const show = (found: Problems) => {
    setProblems(found);
    const first = fieldOrder.find((field) => found[field]);
    if (first) queueMicrotask(() => focusField(form.current, id, first));
  };

  const failed = (error: unknown) => {
    if (isPostLimit(error)) {
      toast({
        title: 'Post Limit Reached',
        description: `You've reached your ${props.tier || 'current'} plan limit. Upgrade to continue creating posts.`,
        tone: 'error',
        action: { label: 'Upgrade', onSelect: props.onUpgrade },
      });
      return;
    }
    if (isApiError(error) && error.code === 'version_conflict') {
      setConflict(true);
      return;
    }
    const { problems: found, rest } = problemsOfServer(isApiError(error) ? error.details : []);
    if (Object.keys(found).length > 0) {
      show(found);
      if (rest.length > 0) setFormError(rest.join(' '));
      return;
    }
    const sentence = messageOr(error, 'Failed to schedule post. Please try again.');
    setFormError(sentence);
    toast({ title: 'Error', description: sentence, tone: 'error' });
  };

  const save = (asVersion: number) => {
    setFormError(null);
    setConflict(false);
    const found = problemsOf(values, { connected, instant: moment?.instant ?? null, now: Date.now() });
    // A post that is edited may keep the date it already has.
    if (post && moment?.instant && post.scheduledFor && Date.parse(moment.instant) === Date.parse(post.scheduledFor)) {
      delete found.time;
    }
    show(found);
    if (Object.keys(found).length > 0) return;
    const body = {
      caption: values.caption.trim(),
      platforms: [...values.platforms],
      status: intent.status,
      scheduledFor: moment?.instant ?? null,
      photoId: values.photoId,
    };
    const done = () => {
      toast({
        title: intent.status === 'draft' ? 'Draft saved' : post ? 'Post updated' : 'Success',
        description: intent.status === 'draft' || post ? undefined : 'Post scheduled successfully!',
        tone: 'success',
      });
      if (!post) forgetDraft(businessId);
      touched.current = false;
      setValues(emptyValues(defaultPlatforms(connected)));
      props.onClose();
    };
    if (post) {
      update.mutate({ id: post.id, changes: { ...body, version: asVersion } }, { onSuccess: done, onError: failed });
    } else {
      create.mutate(body, { onSuccess: done, onError: failed });
    }
  };

  const latest = async (keep: boolean) => {
    if (!post) return;
    try {
      const now = await fresh(post.id);
      setVersion(now.version);
      if (keep) save(now.version);
      else {
        setValues(valuesOf(now, timeZone));
        setConflict(false);
      }
    } catch (error) {
      setFormError(messageOr(error, 'Unable to load data. Please check your connection.'));
    }
  };

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <DialogContent
        title={post ? 'Edit Post' : 'Schedule New Post'}
        width="xl"
        footer={
          <>
            {intent.why ? (
              <p className="text-sm text-muted max-sm:order-last sm:mr-auto sm:self-center">{intent.why}</p>
            ) : null}
            <Button variant="secondary" onClick={props.onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={`${id}-form`}
              pending={busy}
              pendingText={intent.status === 'draft' ? 'Saving...' : 'Scheduling...'}
            >
              {intent.button}
            </Button>
          </>
        }
      >
        {stored ? (
          <div
            role="status"
            className="mb-5 flex flex-wrap items-center gap-3 rounded-card border border-line bg-woad-soft px-4 py-3"
          >
            <FilePenLine className="size-5 shrink-0 text-woad" aria-hidden="true" />
            <p className="flex-1 basis-48 text-sm">
              You left an unfinished post on {formatInstant(stored.savedAt, timeZone)}.
            </p>
            <Button
              size="sm"
              onClick={() => {
                change(stored.values);
                setStored(null);
              }}
            >
              Restore draft
            </Button>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                forgetDraft(businessId);
                setStored(null);
              }}
            >
              Discard
            </Button>
          </div>
        ) : null}
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <form
            ref={form}
            id={`${id}-form`}
            noValidate
            className="grid content-start gap-6"
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) save(version);
            }}
          >
            <fieldset className="grid min-w-0 gap-1.5" data-field="photo">
              <legend className="pb-1.5 text-sm font-semibold">Photo</legend>
              {props.photoPicker({
                value: values.photoId,
                invalid: problems.photo !== undefined,
                onChange: (chosen) => {
                  setUploadedPhoto(chosen);
                  change({ photoId: chosen.id === values.photoId ? null : chosen.id });
                },
              })}
              {problems.photo ? (
                <p role="alert" className="text-sm font-medium text-madder">
                  {problems.photo}
                </p>
              ) : null}
            </fieldset>
            <div className="grid gap-3">
              <Field
                label="Caption"
                required
                error={problems.caption}
                aside={
                  values.platforms.length > 0 ? (
                    <span className="flex flex-wrap justify-end gap-x-3">
                      {values.platforms.map((platform) => (
                        <CaptionCounter key={platform} platform={platform} caption={values.caption} />
                      ))}
                    </span>
                  ) : undefined
                }
              >
                <Textarea
                  id={`${id}-caption`}
                  rows={6}
                  placeholder="What is this photo about?"
                  value={values.caption}
                  onChange={(event) => change({ caption: event.target.value })}
                />
              </Field>
              {props.captionTool({
                photoId: values.photoId,
                value: values.caption,
                onChange: (caption) => change({ caption }),
              })}
            </div>
            <div data-field="platforms">
              <PlatformCheckboxes
                value={values.platforms}
                connected={connected}
                connecting={props.connecting}
                onChange={(platforms) => change({ platforms })}
                onConnect={props.onConnect}
                error={problems.platforms}
              />
            </div>
            <WhenFields
              date={values.date}
              time={values.time}
              onDate={(date) => change({ date })}
              onTime={(time) => change({ time })}
              timeZone={timeZone}
              now={now}
              moment={moment}
              dateError={problems.date}
              timeError={problems.time}
              idPrefix={id}
            />
            {conflict ? (
              <div
                ref={reveal}
                role="alert"
                className="grid gap-3 rounded-card border border-weld/50 bg-weld-soft p-4 text-sm"
              >
                <p>Someone changed this in the meantime. Reload to see the latest version.</p>
                <div className="flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => void latest(false)}>
                    Load the latest version
                  </Button>
                  <Button size="sm" variant="secondary" onClick={() => void latest(true)}>
                    Save mine over it
                  </Button>
                </div>
              </div>
            ) : null}
            {formError ? (
              <div ref={reveal}>
                <FormError>{formError}</FormError>
              </div>
            ) : null}
          </form>
          <PreviewPanel platforms={values.platforms} caption={values.caption} photo={photo} accounts={accounts} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Brings a message into view when it appears: the form scrolls, and the button that caused it is at its end. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

function safeMoment(temporal: TemporalApi, values: ComposerValues, timeZone: string) {
  try {
    return momentOf(temporal, values.date, values.time, timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null; // A date outside of what a calendar knows, while it is being typed.
    throw error;
  }
}

function focusField(form: HTMLFormElement | null, id: string, field: (typeof fieldOrder)[number]): void {
  const own = document.getElementById(`${id}-${field}`);
  const group = form?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  const target = own ?? group?.querySelector<HTMLElement>('input, button:not(:disabled), [role="checkbox"]');
  target?.focus();
  (own ?? group)?.scrollIntoView({ block: 'center' });
}
