import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/index.ts';
import { PhotosModule } from '../photos/index.ts';
import { UploadsModule } from '../uploads/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { EndUpload } from './end-upload.ts';
import { FinishTransfer } from './finish-transfer.ts';
import { JoinParts } from './join-parts.ts';
import { ListParts } from './list-parts.ts';
import { OpenTransfer } from './open-transfer.ts';
import { SignPart } from './sign-part.ts';
import { StartForm } from './start-form.ts';
import { StartParts } from './start-parts.ts';
import { StartPut } from './start-put.ts';
import { TransfersRepository } from './transfers.repository.ts';
import { TransfersRpc } from './transfers.rpc.ts';
import { UnmeasuredTransfersClaims } from './unmeasured-transfers.claims.ts';
import { UnmeasuredTransfersWorker } from './unmeasured-transfers.worker.ts';

@Module({
  imports: [ErasureModule, PhotosModule, UploadsModule],
  controllers: [TransfersRpc],
  providers: [
    ...[OpenTransfer, StartPut, StartForm, StartParts, ListParts, SignPart, JoinParts],
    ...[EndTransfer, EndUpload, FinishTransfer],
    ...[TransfersRepository, UnmeasuredTransfersClaims, UnmeasuredTransfersWorker],
  ],
})
export class TransfersModule {}
