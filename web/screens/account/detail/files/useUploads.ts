/** Files on their way: announced, sent one after the other, each with its progress or what was refused. */
import { useState } from 'react';
import { useMutation } from '../../../../shell/api.ts';
import { putFile } from '../../../../shell/files.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import type { FileFacts } from './FileFields.tsx';
import { CreateFileDocument } from './files.graphql.ts';

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly facts: FileFacts;
  /** From 0 to 1. */
  readonly share: number;
  /** Null while it is on its way. */
  readonly error: unknown;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: readonly File[], facts: FileFacts) => void;
  readonly retry: (upload: Upload) => void;
  readonly dismiss: (upload: Upload) => void;
}

let lastKey = 0;

/** @param onStored after each file that arrived; also after a refusal that the server keeps. */
export function useUploads(accountId: string, onStored: () => void): Uploads {
  const { clientId } = useWorkspace();
  const [create] = useMutation('files', CreateFileDocument);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const put = (key: number, part: Partial<Upload>) =>
    setUploads((old) => old.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const drop = (key: number) => setUploads((old) => old.filter((each) => each.key !== key));

  async function send({ key, file, facts }: Upload) {
    try {
      const { name, size, type: mimeType } = file;
      const { createAddOnFile } = await create({ clientId, file: { accountId, name, size, mimeType, ...facts } });
      await putFile(createAddOnFile.signedURL, file, (share) => put(key, { share }));
      drop(key);
    } catch (error) {
      put(key, { error });
    }
    onStored();
  }
  return {
    uploads,
    add: (files, facts) => {
      const added = files.map((file): Upload => ({ key: ++lastKey, file, facts, share: 0, error: null }));
      setUploads((old) => [...old, ...added]);
      void added.reduce(async (before, each) => {
        await before;
        await send(each);
      }, Promise.resolve());
    },
    retry: (upload) => {
      put(upload.key, { error: null, share: 0 });
      void send(upload);
    },
    dismiss: ({ key }) => drop(key),
  };
}
