import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './EventsScreen.module.css';
import type { EventKind } from './kind.ts';
import { type FieldType, schemaFields } from './schemaFields.ts';

/** One kind of event: what it says, field by field, and an example of it. */
export function KindDrawer({ kind, onClose }: { kind: EventKind | null; onClose: () => void }) {
  const typeName = useTypeName();
  return (
    <Drawer opened={kind !== null} onClose={onClose} size={600} title={kind && typeName(kind.messageType)}>
      {kind && <Details kind={kind} />}
    </Drawer>
  );
}

function Details({ kind }: { kind: EventKind }) {
  const { t } = useTranslation('triggers');
  const fields = schemaFields(kind.schema);
  const example = JSON.stringify(kind.example, null, 2);
  return (
    <div className={classes.drawer}>
      <p lang="en">{kind.description}</p>
      <KeyValue
        pairs={[
          [t('kinds.type'), <Reference key="type" value={kind.messageType} />],
          [t('kinds.columns.category'), t(`category.${kind.category as 'claim'}`)],
          [t('kinds.columns.use'), t(kind.isAwaited ? 'kinds.isAwaited' : 'kinds.logOnly')],
        ]}
      />
      <Section title={t('kinds.fields')} count={fields.length}>
        {fields.length === 0 ? <p>{t('kinds.noFields')}</p> : <Fields fields={fields} />}
      </Section>
      <Section title={t('kinds.example')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <pre className={classes.example} tabIndex={0}>
          {example}
        </pre>
        <CopyButton size="xs" text={example} />
      </Section>
    </div>
  );
}

function Fields({ fields }: { fields: ReturnType<typeof schemaFields> }) {
  const { t } = useTranslation('triggers');
  const say = (types: readonly FieldType[]): string =>
    types
      .map((type) => {
        if ('values' in type) return type.values.join(', ');
        return 'list' in type ? t('fieldType.list', { items: say(type.list) }) : t(`fieldType.${type.kind}`);
      })
      .join(' / ');
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th>{t('kinds.field.name')}</th>
          <th>{t('kinds.field.type')}</th>
          <th>{t('kinds.field.required')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td>
              <code>{field.name}</code>
            </td>
            <td>{say(field.types)}</td>
            <td>{t(field.isRequired ? 'kinds.yes' : 'kinds.no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
