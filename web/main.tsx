import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-ext-400.css';
import '@mantine/core/styles.css';
import './ui/tokens.css';
import './ui/mantine.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAssets } from './shell/assetRefresh.ts';
import { startI18n } from './shell/i18n/i18n.ts';
import { makeRouter, type Router, Screens } from './shell/router.tsx';
import { refresh } from './shell/session.ts';
import { idle, later, useStands } from './ui/later.ts';
import { translation, useTranslation } from './ui/texts.ts';
import { themeFor } from './ui/theme.ts';
import { currentToasts, onToasts, toastError } from './ui/toasts.ts';

/** Asked about when the page stands and the browser is idle: nobody waits for it. */
const ConsentGate = lazy(async () => {
  await new Promise<void>((resolve) => idle(resolve));
  return import('./shell/consent/ConsentGate.tsx');
});
const Toasts = later(() => import('./ui/Toasts.tsx'));
const colorScheme = localStorageColorSchemeManager({ key: 'quittance-theme' });

watchAssets(() => toastError(translation('shell').t('shell:refresh')));

/** Where toasts appear: with the first of them, or once the first screen stands. */
function ToastCorner() {
  const stands = useStands();
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return <Suspense>{(stands || toasts.length > 0) && <Toasts />}</Suspense>;
}

function App(props: { router: Router }) {
  const close = useTranslation('ui').t('close');
  return (
    <MantineProvider
      theme={useMemo(() => themeFor(close), [close])}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Suspense>
        <Screens router={props.router} />
      </Suspense>
      <Suspense>
        <ConsentGate />
      </Suspense>
      <ToastCorner />
    </MantineProvider>
  );
}

// Chunks that the texts come in wait for this one to be through: it must not wait for them itself.
async function show(): Promise<void> {
  await Promise.all([startI18n(), refresh()]);
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <Suspense>
        <App router={makeRouter()} />
      </Suspense>
    </StrictMode>,
  );
}

void show();
