import { type Arrangement, placeFullWidth, putInto } from '../../../../core/arrange.ts';
import { DEFAULT_WIDGETS, type Widget } from '../../../../core/widgets.ts';

/** @returns the client's widgets, and among those that are off the product's that its layout does not know yet. */
export function withAll(widgets: readonly Widget[]): Widget[] {
  const missing = DEFAULT_WIDGETS.filter((each) => !widgets.some((own) => own.type === each.type)).map((each) => ({
    ...each,
    active: false,
  }));
  return [...widgets, ...missing].map(({ widgetId, type, label, col, row, colSpan, active, props, fields }) => ({
    ...{ widgetId, type, label, col, row, colSpan, active, props },
    fields: fields.map(({ fieldId, label: name, path }) => ({ fieldId, label: name, path })),
  }));
}

/** @returns the arrangement with a widget that is switched on: on top of the narrowest lane's end, in view and in nobody's way. */
export function putIntoFirst(arrangement: Arrangement, id: string): Arrangement {
  const band = arrangement.findIndex((each) => each.length > 1);
  return band < 0 ? placeFullWidth(arrangement, id, 0) : putInto(arrangement, id, band, arrangement[band]!.length - 1, 0);
}
