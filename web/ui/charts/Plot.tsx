import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './Plot.module.css';
import { type Palette, readPalette, seriesColors } from './palette.ts';
import { type PlotPlace, placesOf } from './words.ts';

use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

export interface PlotProps {
  /** The picture in one sentence, for those who hear it. */
  readonly label: string;
  /** Pixels. */
  readonly height: number;
  readonly option: (palette: Palette) => EChartsCoreOption;
  /** Given what writes the picture as SVG, and null when it is gone. */
  readonly onReady?: (write: (() => string) | null) => void;
}

/** A chart in the look of the product: its colours follow the theme, its size the page. Pointing at it, or the arrow keys, say its figures; the table beside it has them all. */
export default function Plot({ label, height, option, onReady }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const scheme = useComputedColorScheme('light');
  const tell = useEffectEvent((write: (() => string) | null) => onReady?.(write));
  const [places, setPlaces] = useState<readonly PlotPlace[]>([]);
  const [shown, setShown] = useState<number | null>(null);

  useEffect(() => {
    if (!frame.current) return;
    const made = init(frame.current, null, { renderer: 'svg' });
    chart.current = made;
    tell(() => made.renderToSVGString());
    const size = new ResizeObserver(() => made.resize());
    size.observe(frame.current);
    return () => {
      size.disconnect();
      tell(null);
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    // The theme is on the page before this runs; naming it here draws anew when it changes.
    const palette = readPalette(scheme);
    const drawn = option(palette);
    chart.current?.setOption({ ...common(palette), ...drawn }, { notMerge: true });
    setPlaces(placesOf(drawn));
    setShown(null);
  }, [option, scheme]);

  function show(to: number | null) {
    setShown(to);
    const place = to === null ? undefined : places[to];
    chart.current?.dispatchAction(place ? { type: 'showTip', seriesIndex: place.seriesIndex, dataIndex: to } : { type: 'hideTip' });
  }
  function move(event: KeyboardEvent) {
    const last = places.length - 1;
    const [before, after] = [(shown ?? last + 1) - 1, (shown ?? -1) + 1];
    const to = { ArrowLeft: before, ArrowUp: before, ArrowRight: after, ArrowDown: after, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') show(null);
    if (to === undefined || last < 0) return;
    event.preventDefault();
    show(Math.max(0, Math.min(last, to)));
  }
  return (
    <div
      ref={frame}
      className={classes.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, places.length)}
      aria-valuenow={(shown ?? Math.max(0, places.length - 1)) + 1}
      aria-valuetext={places[shown ?? places.length - 1]?.words ?? label}
      onKeyDown={move}
      onBlur={() => show(null)}
      data-scheme={scheme}
      style={{ height }}
    />
  );
}

function common(palette: Palette): EChartsCoreOption {
  return {
    animation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 250,
    color: seriesColors(palette),
    textStyle: { fontFamily: palette.font, color: palette.ink2, fontSize: 12 },
    // The frame has its own words.
    aria: { enabled: false },
  };
}
