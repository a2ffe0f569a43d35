import { imports } from './imports.ts'

/** The entities that programs may write, with their fields: those of the import, without staff (ingest-names.ts). */
export const ingestEntities = imports.filter(({ name }) => name !== 'staff')
