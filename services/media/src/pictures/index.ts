import { Global, Module } from '@nestjs/common';
import { PictureProcesses } from './picture-processes.ts';

@Global()
@Module({ providers: [PictureProcesses], exports: [PictureProcesses] })
export class PicturesModule {}

export { PictureProcesses };
export { renditionNames } from './picture-task.ts';
export type { DerivedPicture } from './picture-task.ts';
export { SNIFF_BYTES, sniffType } from './sniff.ts';
export type { PhotoType } from './sniff.ts';
export { withTempFolder } from './temp-folder.ts';
