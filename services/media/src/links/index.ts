import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { UploadsModule } from '../uploads/index.ts';
import { DownloadLink } from './download-link.ts';
import { FetchLink } from './fetch-link.ts';
import { LinksRpc } from './links.rpc.ts';

@Module({ imports: [PhotosModule, UploadsModule], controllers: [LinksRpc], providers: [FetchLink, DownloadLink] })
export class LinksModule {}
