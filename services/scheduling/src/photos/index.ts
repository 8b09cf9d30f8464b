export { PhotosModule } from './photos.module.ts';
