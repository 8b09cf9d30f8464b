import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { PasskeyCookie, SecondStepCookie } from './challenge-cookies.ts';
import { DeletionController } from './deletion.controller.ts';
import { OpenidController } from './openid.controller.ts';
import { PasswordStrategy } from './password.strategy.ts';
import { SecondStepController } from './second-step.controller.ts';
import { SignInCookie } from './sign-in-cookie.ts';

@Module({
  controllers: [AccountsController, DeletionController, OpenidController, SecondStepController],
  providers: [PasswordStrategy, PasskeyCookie, SecondStepCookie, SignInCookie],
})
export class AccountsModule {}
