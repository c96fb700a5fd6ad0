import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { type Palette, readPalette, seriesColors } from './palette.ts';

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

/** A chart in the look of the product: its colours follow the theme, its size the page. The table beside it says the same in words. */
export default function Plot({ label, height, option, onReady }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const scheme = useComputedColorScheme('light');
  const ready = useRef(onReady);
  ready.current = onReady;

  useEffect(() => {
    if (!frame.current) return;
    const made = init(frame.current, null, { renderer: 'svg' });
    chart.current = made;
    ready.current?.(() => made.renderToSVGString());
    const size = new ResizeObserver(() => made.resize());
    size.observe(frame.current);
    return () => {
      size.disconnect();
      ready.current?.(null);
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    // The theme is on the page before this runs; naming it here draws anew when it changes.
    const palette = readPalette(scheme);
    chart.current?.setOption({ ...common(palette), ...option(palette) }, { notMerge: true });
  }, [option, scheme]);

  return <div ref={frame} role="img" aria-label={label} data-scheme={scheme} style={{ height }} />;
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
