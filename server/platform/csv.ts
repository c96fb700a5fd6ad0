export { BYTE_ORDER_MARK, csvCell, csvLine } from '../../core/csv.ts';
