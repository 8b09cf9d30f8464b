import { Module } from '@nestjs/common';
import { ComposeLimits } from './compose-limits.ts';
import { UserController } from './user.controller.ts';

@Module({ controllers: [UserController], providers: [ComposeLimits] })
export class UserModule {}
