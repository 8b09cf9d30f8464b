import { baseMigration } from '@postloom/persistence';
import { Captions20261120001 } from './20261120-001-captions.ts';

export const migrations = [baseMigration({ quotas: true }), Captions20261120001];
