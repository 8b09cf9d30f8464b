import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AlbumsModule } from './albums/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { EditsModule } from './edits/index.ts';
import { ErasureModule } from './erasure/index.ts';
import { ExportsModule } from './exports/index.ts';
import { ImportsModule } from './imports/index.ts';
import { LibrarySearchModule } from './library-search/index.ts';
import { LikenessModule } from './likeness/index.ts';
import { LimitsModule } from './limits/index.ts';
import { LinksModule } from './links/index.ts';
import { migrations } from './migrations/index.ts';
import { ObjectsModule } from './objects/index.ts';
import { PhotosModule } from './photos/index.ts';
import { PicturesModule } from './pictures/index.ts';
import { ReportLogoModule } from './report-logo/index.ts';
import { retention } from './retention.ts';
import { RenditionsModule } from './renditions/index.ts';
import { ScratchModule } from './scratch/index.ts';
import { StorageModule } from './storage/index.ts';
import { SweepModule } from './sweep/index.ts';
import { TicketsModule } from './tickets/index.ts';
import { TransfersModule } from './transfers/index.ts';
import { UploadsModule } from './uploads/index.ts';
import { UsesModule } from './uses/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'media', migrations, retention }),
    MessagingModule.forRoot(messages),
    TicketsModule,
    StorageModule,
    PicturesModule,
    LimitsModule,
    BusinessesModule,
    PhotosModule,
    AlbumsModule,
    LibrarySearchModule,
    LikenessModule,
    RenditionsModule,
    UploadsModule,
    TransfersModule,
    LinksModule,
    EditsModule,
    ObjectsModule,
    ScratchModule,
    UsesModule,
    ReportLogoModule,
    ExportsModule,
    ImportsModule,
    ErasureModule,
    SweepModule,
  ],
})
export class AppModule {}
