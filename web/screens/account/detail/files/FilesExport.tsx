import { ListExport } from '../../../../shell/ListExport.tsx';
import { useTranslation } from '../../../../ui/texts.ts';

/** The list of an account's files as a file. */
export function FilesExport({ accountId }: { accountId: string }) {
  const { t, group } = useTranslation('files');
  return (
    <ListExport
      size="xs"
      list="files"
      wanted={{ accountId }}
      columns={[
        { key: 'name', header: t('name') },
        { key: 'documentType', header: t('documentType'), words: group('type') },
        { key: 'tags', header: t('tags') },
        { key: 'claim', header: t('belongsTo') },
        { key: 'product', header: t('product') },
        { key: 'size', header: t('size') },
        { key: 'by', header: t('by'), words: group('source') },
        { key: 'when', header: t('when') },
      ]}
    />
  );
}
