import type { Platform, Post, PreflightInput } from '@postloom/contracts';
import { use, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { navigate } from 'wouter/use-browser-location';
import { isApiError, isPlanLimit, messageOr } from '#lib/api/index.ts';
import { texts } from '#lib/texts.ts';
import { applyChange, applyServerErrors, lazySchema, requestResolver } from '#lib/forms.ts';
import { temporalReady, typedMoment, type LocalMoment } from '#lib/zoned-time.ts';
import { postStateTexts } from '#data/texts.ts';
import { useCreatePost, useFreshPost, useSendPost, useUpdatePost } from '#data/posts.ts';
import { toastPostLimit } from '#data/use-post-failure.ts';
import { toast } from '#ui/index.ts';
import { useAnsweredPreflight } from './api/preflight.ts';
import {
  bodyOf,
  composerFieldNames,
  composerFields,
  emptyValues,
  fieldOfPath,
  statusOf,
  valuesOfPost,
  type ComposerValues,
} from './composer-fields.ts';
import { captionProblem, defaultPlatforms, problemsOf } from './composer-rules.ts';
import { forgetDraft, holdDraft, keepDraft, newDraftKey, offeredDrafts } from './draft-store.ts';
import { questionOf, refusalOf } from './findings.ts';
import { composerTexts } from './texts.ts';

/** Milliseconds after the last change at which the form is kept on the device. */
const AUTOSAVE_MS = 600;

export type ComposerFacts = {
  businessId: string;
  timeZone: string;
  /** The person's plan, for the words of the limit. */
  tier: string;
  connected: ReadonlySet<Platform>;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  /** The platform whose window for connecting is open. */
  connecting: Platform | null;
  /** What a new post starts with. */
  initial?: Partial<ComposerValues>;
  /** Edits this post instead of making a new one. */
  post?: Post | undefined;
  onUpgrade(): void;
  /** A new post was saved, as a draft too. */
  onMade?: (() => void) | undefined;
  onClose(): void;
};

type When = Pick<ComposerValues, 'date' | 'time'>;
type Known = {
  /** Platforms with an account, also one that must be reconnected. */
  offered: ReadonlySet<Platform>;
  momentOf(when: When): LocalMoment | null;
  /** The date of the post that is edited: it may stay although it has passed. */
  ownDate: string | null;
};

const settles = Object.fromEntries(composerFieldNames.map((field) => [field, composerFields[field].settles ?? []]));

const schema = lazySchema(() => import('./post-schema.ts').then(({ PostInput }) => PostInput));
const resolver = requestResolver<ComposerValues, Known>({
  schema,
  problemsOf: (values, { offered, momentOf, ownDate }) => {
    const instant = momentOf(values)?.instant ?? null;
    const { time, ...problems } = problemsOf(values, { offered, instant, now: Date.now() });
    const isOwnDate = instant !== null && ownDate !== null && Date.parse(instant) === Date.parse(ownDate);
    return { ...problems, time: isOwnDate ? undefined : time };
  },
  bodyOf: (values, { momentOf }) => bodyOf(values, momentOf(values)?.instant ?? null),
  fieldOf: fieldOfPath,
});

export type ComposerControl = Control<ComposerValues, Known>;
/** A change, or one worked out from the values of that moment (uploads end one after another). */
export type ComposerChange = Partial<ComposerValues> | ((now: ComposerValues) => Partial<ComposerValues>);

/** State of the composer: the form, its drafts on the device, saving and what can go wrong with it. */
export function useComposer(facts: ComposerFacts) {
  const { businessId, timeZone, connected, waiting, connecting, post } = facts;
  const temporal = use(temporalReady());
  const momentOf = ({ date, time }: When) => typedMoment(temporal, date, time, timeZone);
  const form = useForm<ComposerValues, Known>({
    resolver,
    context: { offered: connected.union(waiting), momentOf, ownDate: post?.scheduledFor ?? null },
    defaultValues: post
      ? valuesOfPost(post, timeZone)
      : { ...emptyValues(defaultPlatforms(connected)), ...facts.initial },
    reValidateMode: 'onSubmit',
  });
  const { control, getValues, setValue, setError, reset, subscribe } = form;
  const [version, setVersion] = useState(post?.version ?? 0);
  const [formError, setFormError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<'asked' | 'settling' | null>(null);
  /** The text that is edited: the shared one (null) or a platform's own. */
  const [tab, setTab] = useState<Platform | null>(null);
  const place = { businessId, post };
  /** Where this form is kept. */
  const [ownKey, setOwnKey] = useState(() => newDraftKey(place));
  const [stored, setStored] = useState(() => offeredDrafts(place, ownKey)[0]);
  const create = useCreatePost();
  const update = useUpdatePost();
  const sending = useSendPost();
  const fresh = useFreshPost();
  const answered = useAnsweredPreflight();
  const id = useId();
  const touched = useRef(false);
  const wanted = useRef<Platform>(null);
  const busy = create.isPending || update.isPending;

  useEffect(() => schema.prefetch(), []);
  // What a person connects from within the form is meant for its post.
  useEffect(() => {
    wanted.current = connecting ?? wanted.current;
    if (wanted.current && connected.has(wanted.current)) {
      setValue('platforms', [...new Set([...getValues('platforms'), wanted.current])]);
      wanted.current = null;
    }
  }, [connected, connecting, getValues, setValue]);
  const keep = () => {
    if (touched.current) {
      const savedAt = new Date().toISOString();
      keepDraft(place, { key: ownKey, values: getValues(), savedAt, version: post ? version : null });
    }
  };
  const keepLatest = useEffectEvent(keep);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepNow = () => keepLatest();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(keepNow, AUTOSAVE_MS);
      },
    });
    addEventListener('pagehide', keepNow);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('pagehide', keepNow);
      // Whoever leaves within the pause keeps the last words too.
      keepNow();
    };
  }, [subscribe]);

  const change = (part: ComposerChange) => {
    touched.current = true;
    const changes = typeof part === 'function' ? part(getValues()) : part;
    applyChange(form, changes, settles);
    setFormError(null);
  };
  const showCaption = () => {
    const wrong = captionProblem(getValues());
    if (wrong) {
      setTab(wrong.tab);
    }
  };

  const failed = (error: unknown) => {
    if (isPlanLimit(error)) {
      toastPostLimit(facts.tier, facts.onUpgrade);
      return;
    }
    if (isApiError(error) && error.code === 'version_conflict') {
      setConflict('asked');
      return;
    }
    const sentence = applyServerErrors(error, fieldOfPath, setError, texts.scheduleFailed);
    setFormError(sentence);
    if (sentence !== null) {
      toast({ title: texts.error, description: sentence, tone: 'error' });
    }
  };

  const send = (values: ComposerValues, asVersion: number, isNow: boolean) => {
    const instant = momentOf(values)?.instant ?? null;
    const isDraft = statusOf(values) === 'draft';
    const preflight = answered(questionOf(values, { instant, postId: post?.id ?? null }));
    const refusal = isDraft && !isNow ? null : refusalOf(preflight);
    if (refusal !== null) {
      setFormError(refusal);
      return;
    }
    const done = ({ id: made }: Post) => {
      const { draftSaved, updated, scheduled, see } = composerTexts;
      // The calendar shows it by itself, and what was edited was seen before.
      const isShown = post !== undefined || location.pathname === '/schedule';
      toast({
        ...(isDraft ? draftSaved : post?.status === 'scheduled' ? updated : scheduled),
        ...(isShown ? {} : { action: { label: see, onSelect: () => navigate(`/schedule?post=${made}`) } }),
        tone: 'success',
      });
      forgetDraft(ownKey);
    };
    // It is a draft by now, whatever becomes of the second call.
    const publish = async ({ id: made }: Post): Promise<void> => {
      forgetDraft(ownKey);
      try {
        await sending.mutateAsync({ id: made, how: 'publish' });
        toast({ title: postStateTexts.publishingNow, tone: 'success' });
      } catch (error) {
        toast({
          title: composerTexts.notPublished,
          description: messageOr(error, texts.scheduleFailed),
          tone: 'error',
        });
      }
    };
    const close = () => {
      touched.current = false;
      facts.onClose();
    };
    const body = bodyOf(values, instant);
    const saved = post
      ? update.mutateAsync({ id: post.id, changes: { ...body, version: asVersion } }, { onSuccess: close })
      : create.mutateAsync(body, {
          onSuccess: () => {
            facts.onMade?.();
            close();
          },
        });
    holdDraft(ownKey, saved.then(isNow ? publish : done, failed));
  };
  const save = (asVersion: number, isNow = false) => {
    setFormError(null);
    setConflict(null);
    return form.handleSubmit((values) => send(values, asVersion, isNow), showCaption)();
  };

  /** After somebody else's change: theirs into the form, or one's own over it. */
  const settleConflict = async (keepMine: boolean) => {
    if (!post || conflict === 'settling') {
      return;
    }
    setConflict('settling');
    try {
      const now = await fresh(post.id);
      setVersion(now.version);
      if (keepMine) {
        await save(now.version);
      } else {
        touched.current = false;
        forgetDraft(ownKey);
        reset(valuesOfPost(now, timeZone));
        setConflict(null);
      }
    } catch (error) {
      setConflict('asked');
      setFormError(messageOr(error, texts.loadFailed));
    }
  };

  return {
    id,
    control,
    change,
    valuesNow: () => getValues(),
    momentOf,
    formError,
    conflict,
    settleConflict,
    tab,
    setTab,
    busy,
    stored,
    restore: () => {
      if (!stored) {
        return;
      }
      // Another tab may have gone on with it since it was offered, or have sent it: then it is gone.
      const latest = offeredDrafts(place, ownKey).find(({ key }) => key === stored.key);
      forgetDraft(stored.key);
      let key = ownKey;
      if (latest) {
        // What the form holds makes room and is offered in its turn: nobody loses words by the answer.
        touched.current ||= Boolean(facts.initial?.caption);
        keep();
        key = newDraftKey(place);
        setOwnKey(key);
        change(latest.values);
        keepDraft(place, { ...latest, key });
        // Changes to an older version than the latest: saving them asks about it.
        setVersion(latest.version ?? version);
      }
      setStored(offeredDrafts(place, key)[0]);
    },
    discard: () => {
      if (stored) {
        forgetDraft(stored.key);
        setStored(offeredDrafts(place, ownKey)[0]);
      }
    },
    submit: () => {
      if (!busy) {
        void save(version);
      }
    },
    publishNow: () => {
      if (!busy) {
        change({ date: '', time: '' });
        void save(version, true);
      }
    },
  };
}

/** Every value of the form. For leaves alone: what calls it renders at each key. */
export function useComposerValues(control: ComposerControl): ComposerValues {
  return useWatch({ control }) as ComposerValues;
}

/** What the platforms are asked about the post as it is. */
export function usePreflightQuestion(
  control: ComposerControl,
  momentOf: (when: When) => LocalMoment | null,
  postId: string | null,
): PreflightInput | null {
  const values = useComposerValues(control);
  return questionOf(values, { instant: momentOf(values)?.instant ?? null, postId });
}
