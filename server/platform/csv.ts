export { BYTE_ORDER_MARK, csvCell, csvLine, exactCell, withApostrophe, withoutApostrophe } from '../../core/csv.ts';
