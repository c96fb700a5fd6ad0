import { useTranslation } from 'react-i18next';
import { ListExport } from '../../../../shell/ListExport.tsx';

/** The list of an account's files as a file. */
export function FilesExport({ accountId }: { accountId: string }) {
  const { t } = useTranslation('files');
  return (
    <ListExport
      size="xs"
      list="files"
      wanted={{ accountId }}
      columns={[
        { key: 'name', header: t('name') },
        { key: 'documentType', header: t('documentType'), words: t('type', { returnObjects: true }) },
        { key: 'tags', header: t('tags') },
        { key: 'claim', header: t('belongsTo') },
        { key: 'product', header: t('product') },
        { key: 'size', header: t('size') },
        { key: 'by', header: t('by'), words: t('source', { returnObjects: true }) },
        { key: 'when', header: t('when') },
      ]}
    />
  );
}
