import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/index.ts';
import { ComposeReport } from './compose-report.ts';
import { MakeReport } from './make-report.ts';
import { ReportsRpc } from './reports.rpc.ts';

@Module({ imports: [FiguresModule], controllers: [ReportsRpc], providers: [ComposeReport, MakeReport] })
export class ReportsModule {}

export { reportOf } from './report.ts';
export type { Report } from './report.ts';
