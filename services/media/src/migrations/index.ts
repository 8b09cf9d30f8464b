import { baseMigration } from '@postloom/persistence';
import { Library20261120001 } from './20261120-001-library.ts';
import { Attempts20261120002 } from './20261120-002-attempts.ts';

export const migrations = [baseMigration({ quotas: true }), Library20261120001, Attempts20261120002];
