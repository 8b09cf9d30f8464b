export { DocumentsModule } from './documents.module.ts';
