/** What keeps a metadata field from holding a value, for services that bring values; without the database, so that threads can ask too. */
export { metadataFault } from './metadata.check.ts';
