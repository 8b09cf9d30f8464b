import { Injectable } from '@nestjs/common';
import { AppError, logoMessages } from '@postloom/contracts';
import type { ReportLogoAnswer, ReportLogoInput } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Entitlements, Scope, Tombstones, Uow } from '@postloom/persistence';
import { LOGO, PictureProcesses, sniffType } from '../pictures/index.ts';
import type { DerivedPicture } from '../pictures/index.ts';
import { profileOwnerOf } from '../access.ts';
import { ReportLogosRepository } from './report-logos.repository.ts';

/** Longest wait for a turn; the rest of the call's time is for drawing it. */
const QUEUE_MS = 8_000;

/** Puts a logo on the reports of a business: drawn anew from the file, which is not kept. */
@Injectable()
export class SetReportLogo {
  constructor(
    private readonly uow: Uow,
    private readonly entitlements: Entitlements,
    private readonly erased: Tombstones,
    private readonly pictures: PictureProcesses,
    private readonly logos: ReportLogosRepository,
  ) {}

  /** @throws AppError no_business, forbidden (role), upgrade_required, unsupported_media_type, invalid_image, image_too_large, unavailable */
  async execute({ file }: ReportLogoInput, context: RpcContext): Promise<ReportLogoAnswer> {
    const { businessId, payerId } = profileOwnerOf(context);
    const scope = Scope.business(businessId);
    const { tier } = await this.uow.run(scope, (tx) => this.entitlements.planOf(tx, payerId));
    if (tier !== 'agency') {
      throw new AppError('upgrade_required', 'Reports in your own look are part of the Agency plan.');
    }
    const drawn = await this.draw(Buffer.from(file, 'base64'), businessId);
    return this.uow.run(scope, async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      await this.logos.save(tx, businessId, drawn);
      return { logo: await this.logos.get(tx, businessId) };
    });
  }

  private async draw(bytes: Buffer, businessId: string): Promise<DerivedPicture> {
    const type = sniffType(bytes);
    if (type === null || type === 'image/heic' || type === 'image/avif') {
      throw new AppError('unsupported_media_type', logoMessages.wrongType);
    }
    const { derived } = await this.pictures
      .run({ kind: 'logo', type }, { businessId, file: { content: bytes }, waitMs: QUEUE_MS })
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'image_too_large'
          ? new AppError('image_too_large', logoMessages.tooManyPixels, { cause: error })
          : error;
      });
    const logo = derived.find(({ name }) => name === LOGO);
    if (logo === undefined) {
      throw new Error('a logo was not drawn');
    }
    return logo;
  }
}
