import { useEffect, useState } from 'react';
import type { MetadataSchemaType, MetaSchema } from '../../../../core/metadata.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { IndexProgressDocument, SchemaFitDocument } from './account.graphql.ts';
import classes from './MetadataScreen.module.css';

/** Milliseconds without a key before what is there is counted. */
const PAUSE = 600;

/** How many of what is there would not fit the schema as it stands now. Shows nothing while everything does. */
export function Fit({ schemaType, schema }: { schemaType: MetadataSchemaType; schema: MetaSchema }) {
  const { t } = useTranslation('metadata');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const text = JSON.stringify(schema);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  // A schema that is no schema yet is told when it is saved.
  const { data } = useQuery('account', SchemaFitDocument, { clientId, schemaType, schema: JSON.parse(asked) });
  const fit = data?.checkMetadataSchema;
  if (!fit || fit.misfits === 0) return null;
  return (
    <div role="status">
      <Panel tone="warn">
        {t(fit.more ? 'misfitMore' : 'misfit', { misfits: format.number(fit.misfits), checked: format.number(fit.checked) })}{' '}
        {fit.fields.map((field) => `${schema.properties[field.name]?.title || field.name}: ${format.number(field.misfits)}`).join(' · ')}
      </Panel>
    </div>
  );
}

/** How far search has learned of the searchable fields, for whoever may see it. */
export function Indexing({ bulkActionId }: { bulkActionId: string }) {
  const { t } = useTranslation('metadata');
  const { clientId } = useWorkspace();
  const sees = useCan('account', 'bulkAction');
  const [over, setOver] = useState(false);
  const { data } = useQuery('account', IndexProgressDocument, sees ? { clientId, bulkActionId } : null, { pollInterval: over ? 0 : 1000 });
  const action = data?.getBulkAction;
  const ended = action !== undefined && !['scheduled', 'running'].includes(action.status);
  useEffect(() => setOver(ended), [ended]);
  if (!action) return null;
  return (
    <div className={classes.progress}>
      <Progress label={t(ended ? 'indexed' : 'indexing')} done={action.done} total={action.total} />
    </div>
  );
}
