import { bootstrap } from '@postloom/chassis';
import { NatsTransport } from '@postloom/messaging';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';

await bootstrap({ name: 'publisher', module: AppModule, config, strategy: NatsTransport });
