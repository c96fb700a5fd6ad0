export { useAction } from '../../../shell/useAction.ts';
