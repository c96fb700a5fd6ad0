import { MiniMap } from '@xyflow/react';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';

/** A small map of a large drawing, by which one goes elsewhere. */
export default function DrawingMap() {
  const { t } = useCanvasTexts();
  return <MiniMap pannable zoomable ariaLabel={t('canvas.map')} className={classes.map!} />;
}
