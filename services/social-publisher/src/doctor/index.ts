export { DoctorModule } from './doctor.module.ts';
