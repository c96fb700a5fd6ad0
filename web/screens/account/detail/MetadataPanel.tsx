import { useMutation, useQuery } from '../../../shell/api.ts';
import { useMetadataSchema } from '../../../shell/metadata/metadataSchema.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { MetaFields } from '../../../ui/MetaFields.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { SetAccountMetaDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import { ProductMetasDocument, SetProductMetaDocument } from './meta/account.graphql.ts';

/** The account's own fields, which templates and strategies can read, and those of its products where the client has a schema for them. */
export function MetadataPanel({ account }: { account: Account }) {
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const schema = useMetadataSchema('account');
  const ofProducts = useMetadataSchema('product');
  const [send] = useMutation('account', SetAccountMetaDocument);
  const [sendProduct] = useMutation('account', SetProductMetaDocument);
  const hasProducts = (ofProducts?.order.length ?? 0) > 0;
  const products = useQuery('account', ProductMetasDocument, hasProducts ? { clientId, accountId: account.id } : null);
  if (!schema) return null;
  return (
    <>
      <MetaFields
        name={`metadata ${account.id}`}
        schema={schema}
        currency={account.currency}
        meta={account.meta}
        onSet={mayEdit ? (meta) => send({ clientId, accountId: account.id, meta, revision: account.revision }) : undefined}
      />
      {products.data?.getProductMetas.map(({ productReference, name, meta, revision }) => (
        <MetaFields
          key={productReference}
          name={`metadata ${account.id} ${productReference}`}
          title={name ?? productReference}
          schema={ofProducts}
          currency={account.currency}
          meta={meta}
          onConflict={products.refetch}
          onSet={
            mayEdit
              ? (values) =>
                  sendProduct({ clientId, accountId: account.id, productReference, meta: values, revision }).then(products.refetch)
              : undefined
          }
        />
      ))}
    </>
  );
}
