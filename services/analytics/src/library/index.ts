import { Module } from '@nestjs/common';
import { LibraryEvents } from './library.events.ts';
import { LibraryRepository } from './library.repository.ts';

@Module({ controllers: [LibraryEvents], providers: [LibraryRepository], exports: [LibraryRepository] })
export class LibraryModule {}

export { LibraryRepository };
