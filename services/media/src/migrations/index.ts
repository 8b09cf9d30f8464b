import { baseMigration } from '@postloom/persistence';
import { Library20261120001 } from './20261120-001-library.ts';

export const migrations = [baseMigration({ quotas: true }), Library20261120001];
