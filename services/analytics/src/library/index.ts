import { Module } from '@nestjs/common';
import { RollUpsModule } from '../roll-ups/index.ts';
import { LibraryEvents } from './library.events.ts';
import { LibraryRepository } from './library.repository.ts';

@Module({
  imports: [RollUpsModule],
  controllers: [LibraryEvents],
  providers: [LibraryRepository],
  exports: [LibraryRepository],
})
export class LibraryModule {}

export { LibraryRepository };
