import { defineConfig } from '@postloom/chassis';

export const config = defineConfig();
