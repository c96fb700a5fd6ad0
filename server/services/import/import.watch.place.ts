/** A folder of this machine that is watched. */
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { another, MOST_NAMES, PATIENCE, type Place, type PlacedFile, watched } from '../../platform/delivery/sftp.place.ts';

/** Parts of a path below the client's folder. @throws Fault INVALID_INPUT for one that leads anywhere else */
export function folderParts(folder: string, field = 'folder'): string[] {
  const parts = folder.split('/').filter((part) => part !== '');
  if (folder.startsWith('/') || /[\\\0]/.test(folder) || parts.some((part) => part.startsWith('.') || part.length > 255))
    throw invalid(field, 'watchFolderForbidden');
  return parts;
}

/**
 * A folder of this machine, below the one that the operator named for the client. Every part is a folder itself: a link could lead anywhere.
 * @throws Fault UNAVAILABLE when there is none, INVALID_INPUT for one that leads elsewhere
 */
export async function folderPlace(root: string | null, clientId: Uuid, folder: string): Promise<Place> {
  if (root === null) throw fault('UNAVAILABLE', 'watchFolderNone');
  let at = await realpath(root).catch(() => {
    throw fault('UNAVAILABLE', 'watchFolderMissing');
  });
  for (const part of [clientId, ...folderParts(folder)]) {
    at = path.join(at, part);
    const found = await lstat(at).catch(() => null);
    if (!found) throw fault('UNAVAILABLE', 'watchFolderMissing');
    if (!found.isDirectory()) throw invalid('folder', 'watchFolderForbidden');
  }
  const look = async (name: string): Promise<PlacedFile | null> => {
    const found = await lstat(path.join(at, name)).catch(() => null);
    return found?.isFile() ? { name, size: found.size, modified: String(Math.round(found.mtimeMs)) } : null;
  };
  return {
    fingerprint: null,
    look,
    list: async (most) => {
      const files: PlacedFile[] = [];
      const names = await opendir(at).catch(() => {
        throw fault('UNAVAILABLE', 'watchFolderMissing');
      });
      let seen = 0;
      for await (const entry of names) {
        if (++seen > most) return { files, isCut: true };
        const file = entry.isFile() ? await look(entry.name) : null;
        if (file) files.push(file);
      }
      return { files, isCut: false };
    },
    read: async (name) => {
      // What was a file a moment ago may be a link by now.
      const handle = await open(path.join(at, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      return watched(handle.createReadStream(), PATIENCE.stall);
    },
    move: async (name, beside) => {
      const folder = path.join(at, beside);
      await mkdir(folder, { recursive: true });
      if (!(await lstat(folder)).isDirectory()) throw invalid('folder', 'watchFolderForbidden');
      for (let n = 1; n < MOST_NAMES; n++) {
        const target = path.join(folder, another(name, n));
        if (await lstat(target).catch(() => null)) continue;
        return rename(path.join(at, name), target);
      }
    },
    close: () => {},
  };
}
