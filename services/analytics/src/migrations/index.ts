import { baseMigration } from '@postloom/persistence';
import { Projections20261120001 } from './20261120-001-projections.ts';

export const migrations = [baseMigration(), Projections20261120001];
