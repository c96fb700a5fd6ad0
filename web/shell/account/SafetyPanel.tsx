import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { isMessageChannel } from '../../../core/messageChannels.ts';
import { Section } from '../../ui/Panel.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { type ReasonLike, useReason } from '../reasons.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './SafetyPanel.module.css';

/** The gate's answer for a channel, with every rule. */
export interface Safety {
  readonly channel: string;
  readonly answer: string;
  readonly until: string | null;
  readonly rule: string;
  readonly why: unknown;
  readonly rules: readonly { readonly rule: string; readonly ok: boolean; readonly why: unknown }[];
}
interface Line {
  readonly key: string;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: string;
}
/** The rules of a call that always show; the others show when they object, or all at a press. */
const FIRST = ['quietHours', 'capChannel'];

/** Of a partner's people it isn't asked who collects: they do. */
function theirs(safety: Safety): Safety {
  const rules = safety.rules.filter(({ rule }) => rule !== 'outsourcedToPartner');
  if (safety.rule !== 'outsourcedToPartner') return { ...safety, rules };
  const against = rules.find(({ ok }) => !ok);
  return against ? { ...safety, rules, rule: against.rule, why: against.why } : { ...safety, rules, answer: 'allow' };
}

/** "Why it is safe to call now": the gate's own answer for a call, then what keeps other channels back. */
export function SafetyPanel({ account }: { account: { readonly contactSafety: readonly Safety[] } }) {
  const { t } = useTranslation(['account', 'reasons']);
  const reason = useReason();
  const [all, setAll] = useState(false);
  const { isOfPartner } = useWorkspace();
  const contactSafety = isOfPartner ? account.contactSafety.map(theirs) : account.contactSafety;
  const phone = contactSafety.find((each) => each.channel === 'phone');
  if (!phone)
    return (
      <Section title={t('safety.safe')}>
        <p className={classes.none}>{t('safety.none')}</p>
      </Section>
    );
  const calls = phoneLines(phone, all, reason);
  // What keeps back calls as well is said once.
  const lines = [...calls, ...otherLines(contactSafety, reason).filter(({ text }) => calls.every((call) => call.text !== text))];
  const more = phone.rules.length - phone.rules.filter((rule) => !rule.ok || FIRST.includes(rule.rule)).length;
  return (
    <Section title={t(phone.answer === 'allow' ? 'safety.safe' : 'safety.unsafe')}>
      <ul className={classes.list}>
        {lines.map((line) => (
          <li key={line.key} className={classes.line} data-tone={line.tone}>
            {line.tone === 'good' ? (
              <IconCircleCheck size={16} stroke={1.6} aria-hidden="true" />
            ) : line.tone === 'warn' ? (
              <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={16} stroke={1.6} aria-hidden="true" />
            )}
            <span>{line.text}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'safety.less' : 'safety.all')}
        </UnstyledButton>
      )}
    </Section>
  );
}

function phoneLines(phone: Safety, all: boolean, reason: (why: ReasonLike) => string): Line[] {
  const order = (rule: string) => FIRST.indexOf(rule) + 1 || 9;
  return phone.rules
    .filter((rule) => all || !rule.ok || FIRST.includes(rule.rule))
    .sort((a, b) => Number(a.ok) - Number(b.ok) || order(a.rule) - order(b.rule))
    .map((rule) => {
      const why = rule.why as ReasonLike;
      const waits = typeof (why.values as { until?: unknown } | undefined)?.until === 'string';
      return { key: rule.rule, tone: rule.ok ? 'good' : waits ? 'warn' : 'bad', text: reason(why) };
    });
}

/** What keeps the other channels back, unless it is the same that keeps calls back. */
function otherLines(safety: readonly Safety[], reason: (why: ReasonLike) => string): Line[] {
  const phone = safety.find((each) => each.channel === 'phone');
  return safety
    .filter((each) => isMessageChannel(each.channel) && each.answer !== 'allow' && each.rule !== phone?.rule)
    .map((each) => ({ key: each.channel, tone: each.answer === 'defer' ? 'warn' : 'bad', text: reason(each.why as ReasonLike) }));
}
