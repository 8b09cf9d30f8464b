process.stderr.write('column "colour" of relation "posts" already exists\n');
process.exitCode = 1;
