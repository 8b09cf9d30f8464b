import type { Photo, Platform, Post, SocialAccount } from '@postloom/contracts';
import { use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isApiError, isPostLimit, messageOr } from '#lib/api/index.ts';
import { toast } from '#ui/index.ts';
import { usePreflight } from './api/preflight.ts';
import { useCreatePost, useFreshPost, useUpdatePost } from '#data/posts.ts';
import {
  captionProblem,
  defaultPlatforms,
  emptyValues,
  fieldOrder,
  intentOf,
  overridesOf,
  problemsOf,
  problemsOfServer,
  type ComposerField,
  type ComposerValues,
  type Problems,
} from './composer-rules.ts';
import { forgetDraft, keepDraft, storedDraft } from './draft-store.ts';
import { clockIn, dayIn } from '#lib/month-grid.ts';
import { questionOf, refusalOf } from './preflight.ts';
import { toastPostLimit } from '#data/use-post-failure.ts';
import { temporalReady, typedMoment } from '#lib/zoned-time.ts';

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
  accounts: readonly SocialAccount[];
  photos: readonly Photo[];
  /** What a new post starts with. */
  initial?: Partial<ComposerValues>;
  /** Edits this post instead of making a new one. */
  post?: Post;
  onUpgrade(): void;
  onClose(): void;
};

function valuesOf(post: Post, timeZone: string): ComposerValues {
  return {
    caption: post.caption,
    captionByPlatform: post.captionByPlatform ?? {},
    photoIds: post.photoIds,
    platforms: post.platforms,
    date: post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : '',
    time: post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : '',
  };
}

/** State of the composer: the form, its drafts on the device, the platforms' check, saving and what can go wrong with it. */
export function useComposer(facts: ComposerFacts) {
  const { businessId, timeZone, connected, waiting, post } = facts;
  const temporal = use(temporalReady());
  const [version, setVersion] = useState(post?.version ?? 0);
  const [values, setValues] = useState<ComposerValues>(() =>
    post ? valuesOf(post, timeZone) : { ...emptyValues(defaultPlatforms(connected)), ...facts.initial },
  );
  const [problems, setProblems] = useState<Problems>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  /** The text that is edited: the shared one (null) or a platform's own. */
  const [tab, setTab] = useState<Platform | null>(null);
  const [stored, setStored] = useState(() => (post || facts.initial?.caption ? null : storedDraft(businessId)));
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
    if (post || !touched.current) {
      return undefined;
    }
    const timer = setTimeout(() => keepDraft(businessId, values, new Date()), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [values, businessId, post]);

  // Whoever leaves within the pause keeps the last words too.
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    if (post) {
      return undefined;
    }
    const keep = () => {
      if (touched.current) {
        keepDraft(businessId, latest.current, new Date());
      }
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [businessId, post]);

  const moment = useMemo(
    () => typedMoment(temporal, values.date, values.time, timeZone),
    [temporal, values.date, values.time, timeZone],
  );
  const intent = intentOf(values);
  const check = usePreflight(questionOf(values, { instant: moment?.instant ?? null, postId: post?.id ?? null }));
  const busy = create.isPending || update.isPending;
  const shownTab = tab !== null && values.platforms.includes(tab) ? tab : null;

  /** Takes a change, or one worked out from the values of that moment (uploads end one after another). */
  const change = (part: Partial<ComposerValues> | ((now: ComposerValues) => Partial<ComposerValues>)) => {
    touched.current = true;
    setValues((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
    const keys = typeof part === 'function' ? ['photoIds'] : Object.keys(part);
    const fields = keys.map((key) => (key === 'photoIds' ? 'photo' : key === 'captionByPlatform' ? 'caption' : key));
    if (fields.includes('date')) {
      fields.push('time');
    }
    if (fields.includes('platforms')) {
      fields.push('caption');
    }
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
    setFormError(null);
  };
  const show = (found: Problems) => {
    setProblems(found);
    const wrong = found.caption ? captionProblem(values) : null;
    if (wrong) {
      setTab(wrong.tab);
    }
    const first = fieldOrder.find((field) => found[field]);
    if (first) {
      setTimeout(() => focusField(form.current, id, first));
    }
  };

  const failed = (error: unknown) => {
    if (isPostLimit(error)) {
      toastPostLimit(facts.tier, facts.onUpgrade);
      return;
    }
    if (isApiError(error) && error.code === 'version_conflict') {
      setConflict(true);
      return;
    }
    const { problems: found, rest } = problemsOfServer(isApiError(error) ? error.details : []);
    if (Object.keys(found).length > 0) {
      show(found);
      if (rest.length > 0) {
        setFormError(rest.join(' '));
      }
      return;
    }
    const sentence = messageOr(error, 'Failed to schedule post. Please try again.');
    setFormError(sentence);
    toast({ title: 'Error', description: sentence, tone: 'error' });
  };

  const save = (asVersion: number) => {
    setFormError(null);
    setConflict(false);
    const found = problemsOf(values, {
      ...{ offered: connected.union(waiting), instant: moment?.instant ?? null, now: Date.now() },
    });
    // A post that is edited may keep the date it already has.
    if (post && moment?.instant && post.scheduledFor && Date.parse(moment.instant) === Date.parse(post.scheduledFor)) {
      delete found.time;
    }
    show(found);
    if (Object.keys(found).length > 0) {
      return;
    }
    const refusal = check.current && intent.status === 'scheduled' ? refusalOf(check.preflight) : null;
    if (refusal !== null) {
      setFormError(refusal);
      return;
    }
    const body = {
      caption: values.caption.trim(),
      captionByPlatform: overridesOf(values),
      platforms: [...values.platforms],
      status: intent.status,
      scheduledFor: moment?.instant ?? null,
      photoId: values.photoIds[0] ?? null,
      photoIds: [...values.photoIds],
    };
    const done = () => {
      toast({
        title: intent.status === 'draft' ? 'Draft saved' : post ? 'Post updated' : 'Success',
        description: intent.status === 'draft' || post ? undefined : 'Post scheduled successfully!',
        tone: 'success',
      });
      if (!post) {
        forgetDraft(businessId);
      }
    };
    const close = () => {
      touched.current = false;
      setValues(emptyValues(defaultPlatforms(connected)));
      facts.onClose();
    };
    const saved = post
      ? update.mutateAsync({ id: post.id, changes: { ...body, version: asVersion } }, { onSuccess: close })
      : create.mutateAsync(body, { onSuccess: close });
    void saved.then(done, failed);
  };

  /** After somebody else's change: theirs into the form, or one's own over it. */
  const settleConflict = async (keep: boolean) => {
    if (!post) {
      return;
    }
    try {
      const now = await fresh(post.id);
      setVersion(now.version);
      if (keep) {
        save(now.version);
      } else {
        setValues(valuesOf(now, timeZone));
        setConflict(false);
      }
    } catch (error) {
      setFormError(messageOr(error, 'Unable to load data. Please check your connection.'));
    }
  };

  return {
    id,
    form,
    values,
    change,
    problems,
    formError,
    conflict,
    settleConflict,
    tab: shownTab,
    setTab,
    intent,
    moment,
    busy,
    check,
    stored,
    restore: () => {
      if (stored) {
        change(stored.values);
      }
      setStored(null);
    },
    discard: () => {
      forgetDraft(businessId);
      setStored(null);
    },
    submit: () => {
      if (!busy) {
        save(version);
      }
    },
  };
}

function focusField(form: HTMLFormElement | null, id: string, field: ComposerField): void {
  const own = document.getElementById(`${id}-${field}`);
  const group = form?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  const target = own ?? group?.querySelector<HTMLElement>('input, button:not(:disabled), [role="checkbox"]');
  target?.focus();
  (own ?? group)?.scrollIntoView({ block: 'center' });
}
