import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError, platformRules } from '@postloom/contracts';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { pictureName, renditionNames } from '../pictures/index.ts';
import { RenditionsRepository, RenditionsWorker } from '../renditions/index.ts';
import type { RenditionOutput } from '../pictures/index.ts';
import { objectKeys } from '../storage/index.ts';
import { Tickets } from '../tickets/index.ts';

/** Long enough for a platform that fetches late or repeatedly, short enough that a leaked address is soon worthless. */
const SOURCE_SECONDS = 60 * 60;
const LOOK_AGAIN_MS = 100;

type Input = ParsedInputOf<typeof mediaRpc.photoSource>;

/** The large one only for platforms without a limit on the edges; media keeps bytes and pixels within every limit. */
function renditionFor({ purpose, platform }: Input): string {
  switch (purpose) {
    case 'caption':
      return renditionNames.caption;
    case 'publish': {
      if (platform === undefined) {
        return renditionNames.social;
      }
      const { width, longEdge, shortEdge } = platformRules[platform].largest;
      const isBounded = width !== null || longEdge !== null || shortEdge !== null;
      return isBounded ? renditionNames.social : renditionNames.publish;
    }
  }
}

/** A derived picture for a purpose, with the paths to fetch it from. Waits briefly for one that is just being made. */
@Injectable()
export class FindSource {
  constructor(
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly tickets: Tickets,
    private readonly renditions: RenditionsRepository,
    private readonly worker: RenditionsWorker,
  ) {}

  /** @throws AppError not_found; unavailable while the picture is still being made; invalid_image when it could not be */
  async execute(input: Input, context: RpcContext): Promise<OutputOf<typeof mediaRpc.photoSource>> {
    const businessId = businessOf(context);
    const { photoId } = input;
    const { output, altText } = await this.ready(businessId, photoId, renditionFor(input), context);
    const ticket = this.tickets.give(
      {
        kind: 'object',
        key: objectKeys.rendition(businessId, photoId, output.name),
        mimeType: output.mimeType,
        fileName: null,
        etag: output.sha256,
      },
      SOURCE_SECONDS,
    );
    return {
      photoId,
      sha256: output.sha256,
      mimeType: output.mimeType,
      width: output.width,
      height: output.height,
      bytes: output.bytes,
      altText,
      internalPath: `/internal/objects/${ticket}`,
      publicPath: `/api/media/pull/${ticket}.jpg`,
    };
  }

  private async ready(
    businessId: string,
    photoId: string,
    name: string,
    context: RpcContext,
  ): Promise<{ output: RenditionOutput; altText: string | null }> {
    this.worker.wake();
    for (;;) {
      const state = await this.uow.run(
        Scope.business(businessId),
        (tx) => this.renditions.of(tx, businessId, photoId),
        { readOnly: true },
      );
      if (!state) {
        throw new AppError('not_found');
      }
      if (state.state === 'failed') {
        throw new AppError('invalid_image');
      }
      const shown = pictureName(name, state.lookId);
      const output = state.outputs?.find((candidate) => candidate.name === shown);
      if (output) {
        return { output, altText: state.altText };
      }
      if (context.remainingMs() < LOOK_AGAIN_MS * 5) {
        throw new AppError('unavailable', 'This photo is still being prepared.');
      }
      await this.clock.delay(LOOK_AGAIN_MS, context.signal);
    }
  }
}
