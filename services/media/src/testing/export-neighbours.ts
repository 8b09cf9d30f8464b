import { randomUUID } from 'node:crypto';
import {
  AppError,
  captionsRpc,
  CaptionVoice,
  generationRpc,
  identityRpc,
  notificationRpc,
  recurringRpc,
  reportBrandRpc,
  reportMailRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type {
  Business,
  InputOf,
  OutputOf,
  Post,
  RecurringSchedule,
  RpcContract,
  Tier,
  WrittenCaption,
} from '@postloom/contracts';
import { stubRpc } from '@postloom/testing';
import type { MediaUnderTest, Tenant } from './media-under-test.ts';

const NOW = '2026-11-20T10:00:00.000Z';

interface Known {
  readonly businesses: Business[];
  readonly calls: Map<string, number>;
  failures: number;
  fails: (subject: string, call: number) => boolean;
  held: Promise<void> | null;
  release: () => void;
}

/** Identity, scheduling and captions as an export asks them: they answer pages of what a test has put there, and fail where it says so. */
export class ExportNeighbours {
  private readonly people = new Map<string, Known>();
  private readonly ofBusiness = {
    posts: new Map<string, Post[]>(),
    schedules: new Map<string, RecurringSchedule[]>(),
    captions: new Map<string, WrittenCaption[]>(),
  };

  /** The saved voice of a business. */
  readonly voices = new Map<string, CaptionVoice>();

  private constructor(private readonly media: MediaUnderTest) {}

  static async start(media: MediaUnderTest): Promise<ExportNeighbours> {
    const neighbours = new ExportNeighbours(media);
    await neighbours.serve();
    return neighbours;
  }

  /** A person without a business. */
  person(tier: Tier = 'agency'): Tenant {
    const tenant = this.media.tenant(tier);
    const { payerId } = tenant.caller;
    this.people.set(payerId, {
      ...{ businesses: [], calls: new Map(), failures: 0, fails: () => false, held: null, release: () => undefined },
    });
    return { caller: { ...tenant.caller, userId: payerId } };
  }

  business(person: Tenant, name: string, role: Business['role'] = 'owner'): Tenant {
    const id = randomUUID();
    this.known(person).businesses.push({
      ...{ id, name, role, industryType: 'restaurant', customIndustryName: null, customAiPrompt: null },
      ...{ description: null, brandColors: null, businessLocation: 'Graz', businessTone: 'friendly' },
      ...{ targetAudience: null, businessSpecialty: null, uniqueSellingPoint: null, keyServices: null },
      ...{ businessPersonality: null, timeZone: 'Europe/Vienna', lateLimitMinutes: 360 },
      ...{ createdAt: NOW, updatedAt: NOW, version: 1 },
    });
    this.voices.set(id, CaptionVoice.parse({ bannedWords: ['delicious'], emojis: 'none' }));
    return { caller: { ...person.caller, businessId: id } };
  }

  posts({ caller }: Tenant, number: number, photoId: string): void {
    this.ofBusiness.posts.set(
      caller.businessId,
      Array.from({ length: number }, (_, index) => ({
        ...{ id: randomUUID(), caption: `Post ${index} <b>`, captionByPlatform: null, platforms: ['instagram'] },
        ...{ status: 'published', scheduledFor: NOW, photoId, photoIds: [photoId], source: 'manual' },
        targets: [
          {
            ...{ platform: 'instagram', accountId: randomUUID(), status: 'published', error: null, attempts: 1 },
            ...{ permalink: `https://platform.example/${index}`, publishedAt: NOW },
          },
        ],
        ...{ createdAt: NOW, updatedAt: NOW, version: 1 },
      })),
    );
  }

  schedules({ caller }: Tenant, number: number): void {
    this.ofBusiness.schedules.set(
      caller.businessId,
      Array.from({ length: number }, (_, index) => ({
        ...{
          id: randomUUID(),
          name: `Schedule ${index}`,
          frequency: 'daily',
          timeOfDay: '09:00',
          platforms: ['facebook'],
        },
        ...{
          useAllPhotos: true,
          albumId: null,
          isActive: true,
          pausedUntil: null,
          weekdays: null,
          startDate: '2026-11-20',
          endDate: null,
        },
        ...{
          timeZone: 'Europe/Vienna',
          usedPhotoIds: [],
          nextPostDate: NOW,
          createdAt: NOW,
          updatedAt: NOW,
          version: 1,
        },
      })),
    );
  }

  captions({ caller }: Tenant, number: number): void {
    this.ofBusiness.captions.set(
      caller.businessId,
      Array.from({ length: number }, (_, index) => ({
        ...{ id: randomUUID(), photoId: null, caption: `Written ${index}`, hashtags: ['#bread'] },
        ...{ provider: 'openai', style: 'casual', createdAt: NOW },
      })),
    );
  }

  emailOf({ caller }: Tenant): string {
    return `${caller.userId}@example.com`;
  }

  callsOf(person: Tenant, subject: string): number {
    return this.known(person).calls.get(subject) ?? 0;
  }

  failuresOf(person: Tenant): number {
    return this.known(person).failures;
  }

  /** Answers about this person wait until `release`. */
  hold(person: Tenant): void {
    const known = this.known(person);
    known.held = new Promise((resolve) => {
      known.release = resolve;
    });
  }

  release(person: Tenant): void {
    const known = this.known(person);
    known.held = null;
    known.release();
  }

  /** About every fourth call fails, at any place; the same ones in each run. */
  failOften(person: Tenant): void {
    let state = 4;
    this.known(person).fails = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state % 4 === 0;
    };
  }

  failAlways(person: Tenant): void {
    this.known(person).fails = () => true;
  }

  /** The `number`th call of this subject fails. */
  failAt(person: Tenant, subject: string, number: number): void {
    this.known(person).fails = (asked, call) => asked === subject && call === number;
  }

  private known({ caller }: Tenant): Known {
    const known = this.people.get(caller.userId ?? '');
    if (known === undefined) {
      throw new Error('nobody knows this person');
    }
    return known;
  }

  private async serve(): Promise<void> {
    await this.answer(identityRpc.personGet, (_, { userId }) => ({
      ...{ email: `${userId}@example.com`, firstName: 'Anna', lastName: null, createdAt: NOW },
      activeBusinessId: this.people.get(userId)?.businesses[0]?.id ?? null,
    }));
    await this.answer(captionsRpc.preferencesGet, () => ({
      defaultCaptionStyle: 'casual' as const,
      autoGenerateCaptions: true,
      includeHashtags: false,
    }));
    const channels = { page: true, mail: false, weekly: true };
    await this.answer(notificationRpc.notificationPreferencesGet, () => ({
      kinds: {
        ...{ posts_failed: channels, posts_at_risk: channels, posts_published: channels },
        ...{ recurring: channels, connections: channels, plan: channels },
      },
      quietHours: { on: true, from: '20:00', to: '08:00', failuresPass: true },
    }));
    await this.answer(identityRpc.businessList, (query, { userId }) =>
      pageOf(this.people.get(userId)?.businesses ?? [], query),
    );
    await this.answer(captionsRpc.aiSettingsGet, () => ({
      currentProvider: 'anthropic' as const,
      failover: true,
      providers: [],
    }));
    await this.answer(
      captionsRpc.voiceGet,
      (_input, { businessId }) => this.voices.get(businessId) ?? CaptionVoice.parse({}),
    );
    const saved = { sender: 'Studio North', color: '#2E6B48' };
    await this.answer(reportBrandRpc.reportBrandGet, () => ({
      ...{ saved, brand: { name: saved.sender, about: 'Shop', color: saved.color, isWhiteLabel: true } },
    }));
    await this.answer(reportMailRpc.reportScheduleList, (_input, { userId }) => ({
      schedules: [
        {
          ...{ id: userId, frequency: 'weekly' as const, weekday: 1, day: 1, hour: 8, format: 'pdf' as const },
          ...{ isActive: true, nextAt: NOW, lastSentAt: null, createdAt: NOW },
        },
      ],
      most: 5,
      to: { email: 'ada@example.com', isConfirmed: true },
    }));
    await this.answer(schedulingRpc.postList, (query, { businessId }) =>
      pageOf(this.ofBusiness.posts.get(businessId) ?? [], query),
    );
    await this.answer(recurringRpc.scheduleList, (query, { businessId }) =>
      pageOf(this.ofBusiness.schedules.get(businessId) ?? [], query),
    );
    await this.answer(recurringRpc.scheduleUpcoming, ({ id }) => [
      {
        ...{ scheduleId: id, localSlot: '2026-11-24T09:00', dueAt: '2026-11-24T08:00:00.000Z' },
        ...{ reason: null, postId: null, photoId: null, caption: null },
        status: 'planned' as const,
        platforms: ['facebook' as const],
      },
    ]);
    await this.answer(generationRpc.generationPage, (query, { businessId }) =>
      pageOf(this.ofBusiness.captions.get(businessId) ?? [], query),
    );
  }

  private async answer<C extends RpcContract>(
    contract: C,
    answer: (input: InputOf<C>, who: { userId: string; businessId: string }) => OutputOf<C>,
  ): Promise<void> {
    await stubRpc(this.media.service.nats, contract, async (input, context) => {
      const userId = context.userId ?? '';
      const known = this.people.get(userId);
      if (known === undefined) {
        throw new AppError('not_found');
      }
      const call = (known.calls.get(contract.subject) ?? 0) + 1;
      known.calls.set(contract.subject, call);
      await known.held;
      if (known.fails(contract.subject, call)) {
        known.failures += 1;
        throw new AppError('unavailable');
      }
      return answer(input as InputOf<C>, { userId, businessId: context.businessId ?? '' });
    });
  }
}

function pageOf<T>(all: readonly T[], { limit = 100, cursor = '0' }: { limit?: unknown; cursor?: string | undefined }) {
  const [from, size] = [Number(cursor), Number(limit)];
  const data = all.slice(from, from + size);
  return { data, nextCursor: from + size < all.length ? String(from + size) : null, total: all.length };
}
