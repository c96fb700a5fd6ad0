import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { ConditionBlock, MatchType } from '../../../../engine/conditions/blocks.ts';
import { ConditionRow } from '../../../shell/conditions/ConditionRow.tsx';
import classes from '../../../shell/conditions/Conditions.module.css';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { FieldProps } from './fieldProps.ts';

const ClaimFacts = later(() => import('./ClaimFacts.tsx'));

/** A block that asks nothing yet: the amount still owed is what most questions begin with. */
const FIRST_BLOCK: ConditionBlock = { variable: 'claimBalance', operation: '>', value: '' };

/** Conditions and groups have no identity but their place. */
function placed<One>(list: readonly One[]): { key: string; index: number; one: One }[] {
  return list.map((one, index) => ({ key: `place ${index}`, index, one }));
}

/** "Match every condition" with its rows: variable, comparison, value. */
export function ConditionsEditor({ name, state, error, readOnly, onChange }: FieldProps) {
  const blocks = (state[name] ?? []) as readonly ConditionBlock[];
  return (
    <div>
      <Match
        words="conditions.match"
        value={state.matchType as MatchType}
        readOnly={readOnly}
        onChange={(matchType) => onChange({ matchType })}
      />
      <Blocks blocks={blocks} readOnly={readOnly} onChange={(next) => onChange({ [name]: next })} />
      {error && <p className={classes.error}>{error}</p>}
      <Suspense>
        <ClaimFacts variables={blocks.map(({ variable }) => variable)} />
      </Suspense>
    </div>
  );
}

interface Group {
  readonly matchType: MatchType;
  readonly conditions: readonly ConditionBlock[];
}

/** Groups of conditions: every group or any group must hold, and in each every condition or any. */
export function CompoundEditor({ name, state, error, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const groups = (state[name] ?? []) as readonly Group[];
  const set = (next: readonly Group[]) => onChange({ [name]: next });
  const replace = (index: number, part: Partial<Group>) =>
    set(groups.map((group, place) => (place === index ? { ...group, ...part } : group)));
  return (
    <div>
      <Match
        words="conditions.matchGroup"
        value={state.matchType as MatchType}
        readOnly={readOnly}
        onChange={(matchType) => onChange({ matchType })}
      />
      {placed(groups).map(({ key, index, one: group }) => (
        <section key={key} className={classes.group}>
          <header>
            <h3>{t('conditions.group', { number: index + 1 })}</h3>
            <ActionIcon
              variant="subtle"
              disabled={readOnly}
              aria-label={t('conditions.removeGroup', { number: index + 1 })}
              onClick={() => set(groups.filter((_, place) => place !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </header>
          <Match
            words="conditions.match"
            value={group.matchType}
            readOnly={readOnly}
            onChange={(matchType) => replace(index, { matchType })}
          />
          <Blocks narrow blocks={group.conditions} readOnly={readOnly} onChange={(conditions) => replace(index, { conditions })} />
        </section>
      ))}
      {error && <p className={classes.error}>{error}</p>}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={readOnly}
        onClick={() => set([...groups, { matchType: 'every', conditions: [FIRST_BLOCK] }])}
      >
        {t('conditions.addGroup')}
      </Button>
      <Suspense>
        <ClaimFacts variables={groups.flatMap(({ conditions }) => conditions.map(({ variable }) => variable))} />
      </Suspense>
    </div>
  );
}

/** The sentence "Match every condition" with its choice inside. */
function Match(props: {
  words: 'conditions.match' | 'conditions.matchGroup';
  value: MatchType;
  readOnly: boolean;
  onChange: (value: MatchType) => void;
}) {
  const { t } = useTranslation('strategy');
  // A language says where in its sentence the choice stands.
  const [before, after] = t(props.words).split('<1/>');
  return (
    <p className={classes.match}>
      {before}
      <select
        className={classes.matchChoice}
        aria-label={t('conditions.matchLabel')}
        disabled={props.readOnly}
        value={props.value ?? 'every'}
        onChange={(event) => props.onChange(event.currentTarget.value as MatchType)}
      >
        {(['every', 'any'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`conditions.${value}`)}
          </option>
        ))}
      </select>
      {after}
    </p>
  );
}

function Blocks(props: {
  blocks: readonly ConditionBlock[];
  narrow?: boolean;
  readOnly: boolean;
  onChange: (blocks: readonly ConditionBlock[]) => void;
}) {
  const { blocks, readOnly } = props;
  const { t } = useTranslation('strategy');
  return (
    <div className={classes.blocks} data-narrow={props.narrow || undefined}>
      {placed(blocks).map(({ key, index, one: block }) => (
        <div key={key} className={classes.block}>
          <ConditionRow
            block={block}
            readOnly={readOnly}
            onChange={(next) => props.onChange(blocks.map((other, place) => (place === index ? next : other)))}
          />
          <ActionIcon
            variant="subtle"
            disabled={readOnly}
            aria-label={t('conditions.remove', { number: index + 1 })}
            onClick={() => props.onChange(blocks.filter((_, place) => place !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={readOnly}
        onClick={() => props.onChange([...blocks, blocks.at(-1) ? { ...blocks.at(-1)!, value: '' } : FIRST_BLOCK])}
      >
        {t('conditions.add')}
      </Button>
    </div>
  );
}
