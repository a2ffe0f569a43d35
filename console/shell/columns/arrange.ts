import type { ColumnChoice } from '@portreeve/contract/staff/personal-settings'
import type { Column } from '../../ui/ColumnTable.tsx'

/** The first column names the row, and columns without a name hold menus: both keep their places. */
const isFixed = (columns: readonly { name: string }[], at: number) => at === 0 || columns[at]?.name === ''

/** The columns that a person may hide, move and resize, in the person's order. A column that is new since then comes last. */
export function choicesOf(
  columns: readonly { name: string }[],
  saved: readonly ColumnChoice[] = [],
): ColumnChoice[] {
  const names = columns.filter((_, at) => !isFixed(columns, at)).map(({ name }) => name)
  const known = saved.filter(({ name }) => names.includes(name))
  const fresh = names.filter((name) => !known.some((one) => one.name === name))
  return [...known, ...fresh.map((name) => ({ name, shown: true, width: null }))]
}

/** The columns as a person has arranged them. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  saved: readonly ColumnChoice[] | undefined,
): readonly Column<Row>[] {
  if (!saved) return columns
  const byName = new Map(columns.map((column) => [column.name, column]))
  const arranged = choicesOf(columns, saved).flatMap(({ name, shown, width }) => {
    const column = byName.get(name)
    return shown && column ? [width === null ? column : { ...column, width }] : []
  })
  const [head, ...rest] = columns
  return head ? [head, ...arranged, ...rest.filter(({ name }) => name === '')] : columns
}

/** Columns as a text for the URL: 'Price:120,-State'. A minus hides a column. */
export const columnsText = (choices: readonly ColumnChoice[]): string =>
  choices
    .map(
      ({ name, shown, width }) => `${shown ? '' : '-'}${encodeURIComponent(name)}${width ? `:${width}` : ''}`,
    )
    .join(',')

/** The columns of a URL. Anyone may have written it, so that a piece that is no column is skipped. */
export const readColumns = (text: string): ColumnChoice[] =>
  text.split(',').flatMap((piece) => {
    const [, hidden, name = '', width] = /^(-?)([^:]+)(?::(\d{2,4}))?$/.exec(piece) ?? []
    try {
      return name ? [{ name: decodeURIComponent(name), shown: !hidden, width: Number(width) || null }] : []
    } catch {
      return []
    }
  })

/** Moves a column by one place. */
export function moved(choices: readonly ColumnChoice[], name: string, by: 1 | -1): ColumnChoice[] {
  const from = choices.findIndex((one) => one.name === name)
  const to = from + by
  const choice = choices[from]
  if (!choice || to < 0 || to >= choices.length) return [...choices]
  return choices.toSpliced(from, 1).toSpliced(to, 0, choice)
}
