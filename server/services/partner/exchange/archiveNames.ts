/** Names in an archive that any system can unpack: none leads out of its folder, and no two differ by case alone. */

const LONGEST = 100;
/** Of systems that call devices so, whatever their extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** @returns a name without what paths are made of, without signs that can't be seen, and not too long; its extension stays. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const safe = plain === '' ? '_' : DEVICES.test(plain) ? `_${plain}` : plain;
  const signs = [...safe];
  if (signs.length <= LONGEST) return safe;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(safe)?.[0] ?? '';
  return `${signs
    .slice(0, LONGEST - extension.length)
    .join('')
    .replace(/[.\s]+$/, '')}${extension}`;
}

/** Gives each file and folder a path of its own. */
export class ArchiveNames {
  private readonly taken = new Set<string>();

  /** @param folder a path from here; '': none. @returns the path of a name in it, numbered where another one has it. */
  pathOf(folder: string, name: string): string {
    const safe = safeName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    for (let number = 1; ; number++) {
      const path = `${folder === '' ? '' : `${folder}/`}${number === 1 ? safe : `${stem} (${number})${extension}`}`;
      const key = path.toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return path;
    }
  }
}
