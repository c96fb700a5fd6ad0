/** Writes compressed copies beside the built files, so that the server sends them without work at each request. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below this many bytes a copy gains nothing. */
const LEAST = 1_000;

/** @param folder of the build; scripts, styles and drawings in it get a .gz and a .br copy. */
export async function compressAssets(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg}', { cwd: folder }).map((file) => path.join(folder, file));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < LEAST) return;
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    }),
  );
}
