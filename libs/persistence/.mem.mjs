import fs from 'node:fs';
import { Module } from '@nestjs/common';
import { bootstrap, ChassisModule, defineConfig } from '@postloom/chassis';
import { PersistenceModule, baseMigration } from '@postloom/persistence';
if (process.env.MICRO) await import('@nestjs/microservices');
const config = defineConfig({});
class App {}
Module({ imports: [ChassisModule.forRoot(config), PersistenceModule.forRoot({ schema: 'scheduling', entities: [], migrations: [baseMigration({quotas:true})] })] })(App);
await bootstrap({ name: 'mem', module: App, config });
const up = process.uptime()*1000;
setTimeout(()=>{ const s=fs.readFileSync('/proc/self/smaps_rollup','utf8'); const g=k=>(+new RegExp(k+':\\s+(\\d+)').exec(s)[1]/1024).toFixed(1);
console.error('pss',g('Pss'),'anon',g('Pss_Anon'),'rss',g('Rss'), 'up ms', up.toFixed(0), JSON.stringify(Object.fromEntries(Object.entries(process.memoryUsage()).map(([k,v])=>[k,(v/1e6).toFixed(1)])))); process.kill(process.pid,'SIGTERM');}, 4000);
