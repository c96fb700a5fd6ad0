import { MultiSelect, Select } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { DOCUMENT_TYPES } from '../../../../../core/fileTypes.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import classes from './FilesPanel.module.css';
import { useFileTags } from './useFileTags.ts';

export interface FileFacts {
  readonly documentType: string | null;
  readonly tags: string[];
  readonly externalClaimRef: string | null;
  readonly productReference: string | null;
}

/** What is said about a file: the same when it is uploaded and later. @param fields gives the props of one field's input. */
export function FileFields(props: {
  account: Account | undefined;
  fields: (field: keyof FileFacts) => GetInputPropsReturnType;
  size?: 'xs' | 'sm';
}) {
  const { account, fields, size = 'sm' } = props;
  const { t, exists } = useTranslation('files');
  const known = useFileTags();
  const tags = fields('tags');
  const type = fields('documentType');
  const typed = type.value as string | null;
  // What strategies or older versions wrote stays a choice.
  const types = [...DOCUMENT_TYPES, ...(typed && !(DOCUMENT_TYPES as readonly string[]).includes(typed) ? [typed] : [])];
  const given = (tags.value as readonly string[]).filter((key) => !known.some(({ value }) => value === key));
  const products = (account?.products ?? []).flatMap(({ productReference, name }) =>
    productReference ? [{ value: productReference, label: name === productReference ? name : `${name} · ${productReference}` }] : [],
  );
  const product = fields('productReference');
  return (
    <div className={classes.fields}>
      <Select
        size={size}
        clearable
        label={t('documentType')}
        data={types.map((each) => ({ value: each, label: exists(`files:type.${each}`) ? t(`type.${each as 'OTHER'}`) : each }))}
        {...type}
      />
      {known.length + given.length > 0 && (
        <MultiSelect size={size} label={t('tags')} data={[...known, ...given.map((key) => ({ value: key, label: key }))]} {...tags} />
      )}
      {(account?.claims.length ?? 0) > 0 && (
        <Select
          size={size}
          clearable
          searchable
          label={t('belongsTo')}
          placeholder={t('wholeAccount')}
          data={account?.claims.map(({ externalClaimRef, productName }) => ({
            value: externalClaimRef,
            label: [externalClaimRef, productName].filter(Boolean).join(' · '),
          }))}
          {...fields('externalClaimRef')}
        />
      )}
      {(products.length > 0 || product.value) && <Select size={size} clearable label={t('product')} data={products} {...product} />}
    </div>
  );
}
