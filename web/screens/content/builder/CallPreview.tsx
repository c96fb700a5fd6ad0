import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Locale } from '../../../../core/locale.ts';
import type { SpokenCall, Voice } from '../../../../core/spokenCall.ts';
import panel from '../../../content/PreviewPanel.module.css';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Pieces.module.css';
import { PreviewHead, type ShownPieces } from './WhatsappPreview.tsx';

/** A call as it is heard, part by part: the browser speaks it. The provider's own voice sounds better. */
export function CallPreview({ value, locale, ...props }: ShownPieces & { value: SpokenCall; locale: Locale }) {
  const { t } = useTranslation(['content', 'channels']);
  const filled = (props.preview?.pieces ?? {}) as Readonly<Record<string, string>>;
  const broken = props.preview !== null && props.preview.problems.length > 0;
  const { spoken, speak, stop, canSpeak } = useSpeech(locale, value.voice);
  const menu = value.keys.map((_, at) => filled[`keys.${at}.say`] ?? '').join(' ');
  const parts = (
    [
      ['opening', filled.opening],
      ['text', [filled.text, menu].filter(Boolean).join(' ')],
      ['goodbye', filled.goodbye],
      ['voicemail', filled.voicemail],
    ] as const
  ).filter(([, text]) => text);
  return (
    <section className={panel.panel} aria-label={t('preview.title')}>
      <PreviewHead {...props} />
      <ol className={classes.script} data-stale={broken || undefined}>
        {parts.map(([name, text]) => (
          <li key={name}>
            <header>
              <strong>{t(`channels:call.part.${name}`)}</strong>
              {canSpeak && (
                <ActionIcon
                  variant="default"
                  aria-label={t(spoken === name ? 'channels:call.stop' : 'channels:call.listen', { name: t(`channels:call.part.${name}`) })}
                  onClick={() => (spoken === name ? stop() : speak(name, text ?? ''))}
                >
                  {spoken === name ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />}
                </ActionIcon>
              )}
            </header>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {!canSpeak && <p className={panel.note}>{t('channels:call.noSpeech')}</p>}
      {broken && parts.length > 0 && <p className={panel.note}>{t('preview.stale')}</p>}
    </section>
  );
}

/** Speaks in the reader's language with a voice of the browser's that fits. @returns what is being spoken, by its name */
function useSpeech(locale: Locale, voice: Voice) {
  const canSpeak = typeof window !== 'undefined' && 'speechSynthesis' in window;
  const [spoken, setSpoken] = useState<string | null>(null);
  const stop = () => {
    if (canSpeak) window.speechSynthesis.cancel();
    setSpoken(null);
  };
  useEffect(() => {
    if (canSpeak) return () => window.speechSynthesis.cancel();
  }, [canSpeak]);
  const speak = (name: string, text: string) => {
    window.speechSynthesis.cancel();
    const said = new SpeechSynthesisUtterance(text);
    said.lang = locale.replace('_', '-');
    const found = voiceFor(window.speechSynthesis.getVoices(), said.lang, voice);
    if (found) said.voice = found;
    said.onend = () => setSpoken((now) => (now === name ? null : now));
    said.onerror = said.onend;
    setSpoken(name);
    window.speechSynthesis.speak(said);
  };
  return { spoken, speak, stop, canSpeak };
}

/** Names by which systems tell whose voice it is; the language alone decides where none is told. */
const MALE = /\bmale\b|daniel|markus|stefan|hans|jorge|diego|xander|david|george|conrad|ruben|brian/i;

function voiceFor(voices: readonly SpeechSynthesisVoice[], lang: string, wanted: Voice): SpeechSynthesisVoice | undefined {
  const fitting = voices.filter((each) => each.lang.replace('_', '-') === lang);
  const all = fitting.length > 0 ? fitting : voices.filter((each) => each.lang.slice(0, 2) === lang.slice(0, 2));
  return all.find(({ name }) => (MALE.test(name) && !/female/i.test(name)) === (wanted === 'male')) ?? all[0];
}
