/** Starts a program of the server by its bundle: `node scripts/program.ts server/main.ts [ARG …]`. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { bundleServer } from './build.ts';
import { root } from './fresh.ts';
import { bundleOf } from './targets.ts';

const [file = '', ...given] = process.argv.slice(2);
await bundleServer();
const program = bundleOf(file);
enableCompileCache(path.join(root, 'node_modules', '.compile-cache'));
process.argv = [process.argv[0]!, program, ...given];
await import(program);
