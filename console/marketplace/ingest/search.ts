import { isShort, searchReader, type UrlSearch } from '../../data/url-search.ts'

/** The differences: those of one entity. */
export type IngestSearch = UrlSearch<'entity'>

export const readIngestSearch = searchReader<'entity'>({ entity: isShort })
