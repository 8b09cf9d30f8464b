import { Module } from '@nestjs/common';
import { PlatformsModule } from '../platforms/index.ts';
import { VaultModule } from '../vault/index.ts';
import { AskOurselves } from './ask-ourselves.ts';
import { AskPlatform } from './ask-platform.ts';
import { ConnectionRepository } from './connection.repository.ts';
import { DoctorRpc } from './doctor.rpc.ts';
import { ExamineConnection } from './examine-connection.ts';

@Module({
  imports: [PlatformsModule, VaultModule],
  controllers: [DoctorRpc],
  providers: [AskOurselves, AskPlatform, ConnectionRepository, ExamineConnection],
})
export class DoctorModule {}
