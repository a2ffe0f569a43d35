import { api } from '@portreeve/contract'
import type { ExportList } from '@portreeve/contract/desk/exports'
import { useMe } from '../../data/rights.ts'
import { CsvButton } from './CsvButton.tsx'

interface ListCsvProps {
  list: ExportList
  /** The query of the list's own call, as the page sends it. */
  query?: object
  /** The begin of the file's name. */
  name: string
}

/** Downloads what a list shows, all of its pages. Nothing for a server without staff records. */
export function ListCsv({ list, query = {}, name }: ListCsvProps) {
  const me = useMe()
  const filters = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const search = new URLSearchParams(filters).toString()
  return me ? (
    <CsvButton
      key={search}
      may="lists.export"
      endpoint={api.exports.csv}
      input={{ params: { list }, query: search ? { search } : {} }}
      name={name}
    >
      Download CSV
    </CsvButton>
  ) : null
}
