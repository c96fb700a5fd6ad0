import { type ReactNode, useMemo } from 'react';
import { CATEGORY_COLOURS, type StepCategory } from '../../../../engine/step.ts';
import { stepDefinition, stepDefinitions } from '../../../../engine/steps.ts';
import { type Catalogue, CatalogueContext } from '../../../canvas/catalogue.ts';
import { useDirectory } from './directory.ts';
import { iconOf } from './stepIcons.ts';
import { useStepTexts } from './texts.ts';

/** In the palette's order. */
const CATEGORIES: readonly StepCategory[] = ['COMMUNICATIONS', 'CLAIMS', 'CONDITIONS', 'PATHS'];
const COLOURED = CATEGORIES.map((name) => ({ name, colour: CATEGORY_COLOURS[name] }));

/** Tells the canvas of steps: those that the client may use, how they look and what they are called. */
export function StepCatalogue({ children }: { children: ReactNode }) {
  const { name, about, output } = useStepTexts();
  const { allowed } = useDirectory();
  const catalogue = useMemo<Catalogue>(
    () => ({
      area: 'strategy',
      categories: COLOURED,
      offered: stepDefinitions.filter(({ type }) => allowed === null || allowed.has(type)),
      typeOf: stepDefinition,
      iconOf,
      name,
      about,
      output,
    }),
    [allowed, name, about, output],
  );
  return <CatalogueContext value={catalogue}>{children}</CatalogueContext>;
}
