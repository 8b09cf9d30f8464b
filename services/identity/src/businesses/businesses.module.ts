import { Module } from '@nestjs/common';
import { BringBackBusiness } from './bring-back-business.ts';
import { BusinessesRepository } from './businesses.repository.ts';
import { BusinessesRpc } from './businesses.rpc.ts';
import { CreateBusiness } from './create-business.ts';
import { DeleteBusiness } from './delete-business.ts';
import { GetActiveBusiness } from './get-active-business.ts';
import { GetBusiness } from './get-business.ts';
import { ListBusinesses } from './list-businesses.ts';
import { NameBusinesses } from './name-businesses.ts';
import { ReportMailsModule } from '../report-mails/index.ts';
import { SetActiveBusiness } from './set-active-business.ts';
import { UpdateBusiness } from './update-business.ts';

@Module({
  imports: [ReportMailsModule],
  controllers: [BusinessesRpc],
  providers: [
    BusinessesRepository,
    BringBackBusiness,
    ListBusinesses,
    NameBusinesses,
    GetBusiness,
    CreateBusiness,
    UpdateBusiness,
    DeleteBusiness,
    GetActiveBusiness,
    SetActiveBusiness,
  ],
})
export class BusinessesModule {}
