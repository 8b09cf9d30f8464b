import { Module } from '@nestjs/common';
import { CredentialsRepository } from './credentials.repository.ts';
import { PasswordHasher } from './password-hasher.ts';

@Module({ providers: [CredentialsRepository, PasswordHasher], exports: [CredentialsRepository, PasswordHasher] })
export class CredentialsModule {}
