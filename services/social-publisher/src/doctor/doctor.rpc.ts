import { Controller } from '@nestjs/common';
import { doctorRpc } from '@postloom/contracts';
import type { Doctor, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { businessOf } from '../access.ts';
import { ExamineConnection } from './examine-connection.ts';

@Controller()
export class DoctorRpc {
  constructor(private readonly examine: ExamineConnection) {}

  @Rpc(doctorRpc.accountDoctor)
  doctor(input: ParsedInputOf<typeof doctorRpc.accountDoctor>, context: RpcContext): Promise<Doctor> {
    return this.examine.execute(businessOf(context), input.platform);
  }
}
