import { Global, Module } from '@nestjs/common';
import { LeftFolders } from './left-folders.ts';
import { PictureProcesses, PictureTooSlow } from './picture-processes.ts';

@Global()
@Module({ providers: [PictureProcesses, LeftFolders], exports: [PictureProcesses] })
export class PicturesModule {}

export { PictureProcesses, PictureTooSlow };
export { cutFurther, lookOf, originalSize } from './look.ts';
export { COPY, LOGO, pictureName, renditionNames } from './picture-task.ts';
export type { DerivedPicture, Look, RenditionOutput } from './picture-task.ts';
export { SNIFF_BYTES, sniffType } from './sniff.ts';
export type { PhotoType } from './sniff.ts';
export { withTempFolder } from './temp-folder.ts';
