import type { Route, Service } from '../http/router.ts';
import type { Publication } from '../store/ledger.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/world.ts';
import type { PlatformName } from './definitions.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedIn } from './linkedin/index.ts';
import { tiktok } from './tiktok/index.ts';
import { x } from './x/index.ts';

/** A running platform: its routes, and what it does by itself. */
export interface PlatformService extends Service {
  /** Further control calls, under `/sandbox/`. */
  readonly controls?: readonly Route[];
  /** A person has deleted the post on the platform itself. */
  readonly removed?: (post: Publication, account: Account) => void;
  /** Continues what an earlier process left unfinished; called once the sandbox has its address. */
  readonly resume?: () => void;
  readonly close?: () => void;
}

export interface PlatformTools {
  readonly webhooks: Webhooks;
  /** Something has happened that the sandbox's page shows. */
  readonly changed: () => void;
  readonly report: (error: unknown) => void;
}

/** How each platform of `definitions` is started. */
export const startPlatform: Readonly<Record<PlatformName, (world: World, tools: PlatformTools) => PlatformService>> = {
  instagram,
  facebook,
  twitter: x,
  linkedin: linkedIn,
  tiktok,
};
