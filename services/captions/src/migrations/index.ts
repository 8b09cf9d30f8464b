import { baseMigration } from '@postloom/persistence';
import { Captions20261120001 } from './20261120-001-captions.ts';
import { Keys20261120002 } from './20261120-002-keys.ts';

export const migrations = [baseMigration({ quotas: true }), Captions20261120001, Keys20261120002];
