/** `npm run bench` measures calls, `npm run bench -- media` uploads; each has its own options. */
if (process.argv[2] === 'media') {
  process.argv.splice(2, 1);
  await import('./media-bench.ts');
} else {
  await import('./calls-bench.ts');
}
