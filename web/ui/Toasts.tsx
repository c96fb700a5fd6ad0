import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FaultText } from './FaultText.tsx';
import classes from './Toasts.module.css';
import { useTranslation } from './texts.ts';
import { liftNow } from './toastPlace.ts';
import { currentToasts, dismissToast, onToasts, type Toast } from './toasts.ts';

/** How long a toast stays, ms; not while the pointer or the focus is on it. */
const STAYS = { success: 5_000, error: 10_000 };
/** One that offers something stays long enough to think about it. */
const STAYS_WITH_ACTION = 20_000;

/** The corner where toasts appear; stands once in the application. */
export default function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const corner = useRef<HTMLDivElement>(null);
  const [lift, setLift] = useState<number>();
  const shown = toasts.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast takes more room.
  useLayoutEffect(() => {
    if (!shown) return;
    const place = () => corner.current && setLift(liftNow(corner.current));
    place();
    // Drawers and dialogs open and slide in while a toast is there.
    const timer = setInterval(place, 200);
    window.addEventListener('resize', place);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', place);
    };
  }, [shown, toasts]);
  return (
    <div ref={corner} className={classes.corner} style={lift === undefined ? undefined : { insetBlockEnd: lift }}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard(props: { toast: Toast }) {
  const { t } = useTranslation('ui');
  const { id, kind, message, intro, action } = props.toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), action ? STAYS_WITH_ACTION : STAYS[kind]);
    return () => clearTimeout(timer);
  }, [held, id, kind, action]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <div className={classes.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'} {...hold}>
      {kind === 'error' ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />}
      <span className={classes.message}>
        {intro && `${intro}: `}
        {typeof message === 'string' ? message : <FaultText fault={message} />}
      </span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            action.run();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={t('close')} onClick={() => dismissToast(id)}>
        <IconX size={15} />
      </button>
    </div>
  );
}
