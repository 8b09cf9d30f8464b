import { runMigrations, baseMigration, Uow, Scope, tenantTable, leasedColumns, leasedIndex, Leases } from './dist/index.js';
import { createLogger } from '../chassis/dist/index.js';
const { makeDataSource } = await import('./dist/data-source.js');
class Things1764547200001 { async up(r) { for (const s of [`CREATE TABLE things (id uuid primary key, business_id uuid not null, name text not null, n int not null default 0)`, ...tenantTable('things')]) await r.query(s); } }
const url='postgres://scheduling:s@127.0.0.1:25999/postloom', owner='postgres://scheduling_owner:o@127.0.0.1:25999/postloom';
console.log(await runMigrations({ url: owner, schema: 'scheduling', migrations: [baseMigration({quotas:true}), Things1764547200001] }));
const ds = makeDataSource({ databaseUrl: url, name: 'bench' }, { schema: 'scheduling', entities: [], poolSize: 6 });
const t0=performance.now(); await ds.initialize(); console.log('initialize ms', (performance.now()-t0).toFixed(0));
const uow = new Uow(ds, createLogger('bench','info'));
const b='0193a1b2-0000-7000-8000-000000000001';
const id='0193a1b2-0000-7000-8000-000000000002';
await uow.run(Scope.business(b), tx => tx.execute('INSERT INTO things VALUES ($1,$2,$3) ON CONFLICT DO NOTHING',[id,b,'x']));
async function time(name, n, fn, conc=1){ for(let i=0;i<300;i++) await fn(); const s=performance.now(); await Promise.all(Array.from({length:conc},async()=>{for(let i=0;i<n/conc;i++) await fn();})); const ms=performance.now()-s; console.log(name.padEnd(42), (ms/n).toFixed(3),'ms each', (n/ms*1000).toFixed(0)+'/s'); }
const { poolOf } = await import('./dist/data-source.js'); const pool=poolOf(ds);
for (let r=0;r<2;r++){
await time('raw pool query, no tx', 3000, ()=>pool.query('SELECT 1'));
await time('uow readOnly 1 query', 3000, ()=>uow.run(Scope.business(b), tx=>tx.query('SELECT * FROM things WHERE business_id=$1 AND id=$2',[b,id]),{readOnly:true}));
await time('uow write-mode 1 query', 3000, ()=>uow.run(Scope.business(b), tx=>tx.query('SELECT * FROM things WHERE business_id=$1 AND id=$2',[b,id])));
await time('uow readOnly, 6 parallel', 6000, ()=>uow.run(Scope.business(b), tx=>tx.query('SELECT * FROM things WHERE business_id=$1 AND id=$2',[b,id]),{readOnly:true}),6);
await time('typeorm ds.transaction + set_config', 2000, ()=>ds.transaction(async m=>{ await m.query(`select set_config('app.scope','business',true), set_config('app.business_id',$1,true)`,[b]); return m.query('SELECT * FROM things WHERE business_id=$1 AND id=$2',[b,id]); }));
await time('uow update', 2000, ()=>uow.run(Scope.business(b), tx=>tx.execute('UPDATE things SET n=n+1 WHERE business_id=$1 AND id=$2',[b,id])));
}
await ds.destroy();
