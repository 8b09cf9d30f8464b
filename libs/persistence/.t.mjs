import fs from 'node:fs'; import { createRequire } from 'node:module';
const m = process.argv[2]; const t=performance.now();
if (m==='index') await import('typeorm'); else if (m==='narrow') { const r=createRequire(import.meta.url); r('typeorm/data-source/DataSource.js'); }
const ms=performance.now()-t; for (let i=0;i<3;i++) global.gc(); await new Promise(r=>setTimeout(r,200));
const r=createRequire(import.meta.url); const keys=Object.keys(r.cache).filter(k=>k.includes('/typeorm/'));
const by={}; let bytes=0; for(const k of keys){ const d=k.split('/typeorm/')[1].split('/').slice(0,2).join('/'); const s=fs.statSync(k).size; by[d]=(by[d]||0)+s; bytes+=s;}
const s=fs.readFileSync('/proc/self/smaps_rollup','utf8'); console.log(m, 'pss', (+/Pss:\s+(\d+)/.exec(s)[1]/1024).toFixed(1),'ms',ms.toFixed(0), keys.length,'modules',(bytes/1e6).toFixed(2),'MB', (process.memoryUsage().heapUsed/1e6).toFixed(1));
if(m==='index') console.log(Object.entries(by).sort((a,b)=>b[1]-a[1]).slice(0,25).map(e=>e[0]+' '+(e[1]/1e3|0)+'k').join(', '));
