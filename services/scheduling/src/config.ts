import { defineConfig } from '@postloom/chassis';

/** Scheduling has no settings beyond those of every service. */
export const config = defineConfig();
