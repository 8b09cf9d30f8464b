import { Global, Module } from '@nestjs/common';
import { DiskRoom } from './disk-room.ts';
import { LeftFolders } from './left-folders.ts';
import { PictureProcesses, PictureTooSlow } from './picture-processes.ts';

@Global()
@Module({ providers: [PictureProcesses, DiskRoom, LeftFolders], exports: [PictureProcesses, DiskRoom] })
export class PicturesModule {}

export { DiskRoom, PictureProcesses, PictureTooSlow };
export type { CountedFolder } from './disk-room.ts';
export { cutFurther, lookOf, originalSize } from './look.ts';
export { COPY, LOGO, pictureName, renditionNames } from './picture-task.ts';
export type { DerivedPicture, Look, RenditionOutput } from './picture-task.ts';
export { SNIFF_BYTES, sniffType } from './sniff.ts';
export type { PhotoType } from './sniff.ts';
